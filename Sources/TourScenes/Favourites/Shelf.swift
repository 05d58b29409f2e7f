/// What readers have put there.
@MainActor
final class Shelf {
  private(set) var favourites: [String] = []
  private(set) var comments: [String] = []

  func add(_ book: String, for reader: String) {
    favourites.append("\(reader) likes \(book)")
  }

  func add(_ text: String, on book: String, by reader: String) {
    comments.append("\(reader) on \(book): \(text)")
  }

  /// Everything, in one line.
  var contents: String {
    let all = favourites + comments
    return all.isEmpty ? "nothing" : all.joined(separator: "; ")
  }
}
