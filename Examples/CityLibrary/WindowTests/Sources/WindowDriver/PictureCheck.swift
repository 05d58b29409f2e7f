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
  func differences() throws -> [String] {
    let (new, old) = (try pictures(in: new), try pictures(in: references))
    return try new.union(old).sorted().compactMap { name in
      if !new.contains(name) { return "\(name): it was not taken" }
      if !old.contains(name) { return "\(name): it has no reference" }
      let picture = try Picture(png: self.new.appending(path: name).path).reduced(by: Self.factor)
      let reference = try Picture(png: references.appending(path: name).path)
      guard let difference = picture.difference(from: reference) else {
        return "\(name): its size is not \(reference.width) × \(reference.height)"
      }
      return difference > Self.tolerance ? "\(name): a block differs by \(difference)" : nil
    }
  }

  /// Replaces the references.
  func renew() throws {
    for name in try pictures(in: references) {
      try FileManager.default.removeItem(at: references.appending(path: name))
    }
    for name in try pictures(in: new) {
      try Picture(png: new.appending(path: name).path).reduced(by: Self.factor)
        .write(to: references.appending(path: name).path)
    }
  }

  private func pictures(in folder: URL) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set(names.filter { $0.hasSuffix(".png") })
  }
}
