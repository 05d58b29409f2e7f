internal import Foundation

/// What a reader has ordered: a row on the desk's screen.
struct Order: Identifiable, Hashable, Sendable {
  /// How far the desk has come with it.
  enum State: Int, Comparable, CaseIterable, Sendable {
    case placed
    case ready
    case handedOut

    static func < (one: State, other: State) -> Bool { one.rawValue < other.rawValue }

    /// The state for readers.
    var word: String {
      switch self {
      case .placed: "placed"
      case .ready: "ready"
      case .handedOut: "handed out"
      }
    }

    /// What comes next; after the last state the first, as when the reader brings the book back.
    var next: State { State(rawValue: rawValue + 1) ?? .placed }
  }

  let id: UUID
  /// The number on its slip.
  let number: Int
  let title: String
  let reader: String
  var state = State.placed
  /// The day of the month on which it is due.
  var due: Int
}

extension Order: CustomStringConvertible {
  /// The order in a few words: `Emma for Ada, ready`.
  var description: String { "\(title) for \(reader), \(state.word)" }
}
