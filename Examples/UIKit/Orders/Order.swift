/// A reader's order of a book.
nonisolated struct Order: Identifiable, Sendable, Equatable {
  enum State: String, Sendable {
    case asked
    case ready
    case late
  }

  let id: Int
  var title: String
  var reader: String
  var state = State.asked
}
