/// A copy of the book that everybody wants to read.
struct Book: Sendable {
  /// Which copy it is, as it says on its spine.
  let copy: Int

  /// How often it was lent: the stamps on its slip.
  var checkOuts = 0

  /// The first `count` copies.
  static func copies(_ count: Int) -> [Book] {
    (0..<count).map { Book(copy: $0 + 1) }
  }
}
