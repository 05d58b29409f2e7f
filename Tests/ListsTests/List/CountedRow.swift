import Synchronization

/// Counts how often ids are hashed.
final class HashCounter: Sendable {
  private let calls = Atomic(0)

  func count() { calls.add(1, ordering: .relaxed) }

  /// Returns the number of calls since the last time.
  func take() -> Int { calls.exchange(0, ordering: .relaxed) }
}

struct CountedID: Hashable, Sendable {
  let number: Int
  let counter: HashCounter

  static func == (one: CountedID, other: CountedID) -> Bool { one.number == other.number }

  func hash(into hasher: inout Hasher) {
    counter.count()
    hasher.combine(number)
  }
}

struct CountedRow: Identifiable, Sendable {
  let id: CountedID

  static func rows(_ numbers: Range<Int>, _ counter: HashCounter) -> [CountedRow] {
    numbers.map { CountedRow(id: CountedID(number: $0, counter: counter)) }
  }
}
