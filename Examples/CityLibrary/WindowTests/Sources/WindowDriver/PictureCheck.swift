import Foundation

/// Compares a folder of pictures with committed ones, which have a quarter of their size.
struct PictureCheck {
  /// How much the mean of a block may differ; drawing differs a little among versions of GTK's
  /// libraries.
  static let tolerance = 24
  private static let factor = 4

  private let new: URL
  private let references: URL

  init(_ new: URL, against references: URL) { (self.new, self.references) = (new, references) }

  /// A line for each picture that is missing, new or different.
  ///
  /// - Parameter folder: Where a picture of each difference is written: the reference, the new one,
  ///   and what differs.
  /// - Returns: The lines.
  /// - Throws: An error if a picture cannot be read or written.
  func differences(writingTo folder: URL? = nil) throws -> [String] {
    let (new, old) = (try pictures(in: new), try pictures(in: references))
    return try new.union(old).sorted().compactMap { name in
      if !new.contains(name) { return "\(name): it was not taken" }
      if !old.contains(name) { return "\(name): it has no reference" }
      let picture = try Picture(png: self.new.appending(path: name).path).reduced(by: Self.factor)
      let reference = try Picture(png: references.appending(path: name).path)
      let difference = picture.difference(from: reference)
      if let difference, difference.value <= Self.tolerance { return nil }
      if let folder {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try picture.beside(reference).write(to: folder.appending(path: name).path)
      }
      guard let difference else {
        return """
          \(name): its size is \(picture.width) × \(picture.height), not \(reference.width) × \
          \(reference.height)
          """
      }
      let (x, y) = (difference.x * Self.factor, difference.y * Self.factor)
      return "\(name): at \(x), \(y) a block differs by \(difference.value)"
    }
  }

  /// Replaces the references.
  func renew() throws {
    for name in try pictures(in: references) {
      try FileManager.default.removeItem(at: references.appending(path: name))
    }
    for name in try pictures(in: new) {
      try Picture(png: new.appending(path: name).path).reduced(by: Self.factor).coarse
        .write(to: references.appending(path: name).path)
    }
  }

  private func pictures(in folder: URL) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set(names.filter { $0.hasSuffix(".png") })
  }
}
