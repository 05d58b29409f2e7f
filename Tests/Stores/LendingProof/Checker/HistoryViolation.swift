#if SQLite || PostgreSQL || PostgresNIO
/// Something in a history that must never happen.
package struct HistoryViolation: Hashable, Sendable, CustomStringConvertible {
  /// What was violated.
  package enum Property: String, Hashable, Sendable, CaseIterable {
    /// No two processes believe at once that they hold a resource.
    case oneHolder = "P1"
    /// Later grants have larger fences, and no fence repeats.
    case risingFences = "P2"
    /// A guarded resource accepts no write with a smaller fence after a larger one.
    case guardedWrites = "P3"
    /// At rest, each resource is free, or out of service for a reason.
    case nothingLost = "P4"
    /// All answers to a request agree, and it is granted at most once.
    case oneAnswer = "P5"
    /// No request is granted what an earlier one in the line could use.
    case order = "P6"
    /// No resource stays free while a waiting request could use it.
    case noIdleResource = "P7"
    /// All resources of a request are granted at once.
    case allOrNone = "P8"
    /// A body is cancelled at least `margin` before its resource can be lent again.
    case cancelledInTime = "P10"

    /// What holds even if a server is replaced by one that has lost its last decisions.
    package static let afterFailover: Set<Self> = [
      .risingFences, .guardedWrites, .nothingLost, .cancelledInTime,
    ]
  }

  /// What was violated.
  package var property: Property
  /// What happened, as a sentence.
  package var sentence: String
  /// The entries that show it.
  package var entries: [HistoryEntry]

  /// Creates a violation.
  package init(_ property: Property, _ sentence: String, _ entries: [HistoryEntry] = []) {
    self.property = property
    self.sentence = sentence
    self.entries = entries
  }

  /// The sentence, and a line for each entry.
  package var description: String {
    let lines = ["\(property.rawValue): \(sentence)"] + entries.map { "    \($0)" }
    return lines.joined(separator: "\n")
  }
}
#endif
