#if SQLite && PostgreSQL
/// Computes, from the journal of the writers' transactions, what a state must contain.
struct TableStormChecker {
  struct Entry: Hashable, Sendable {
    var writer: Int
    /// The number of the writer's transaction.
    var seq: Int
    var id: Int
    var n: Int
    var title: String?
    var isGone: Bool
  }

  struct Violation: Hashable, Sendable {
    var follower: Int
    var state: Int
    var sentence: String
  }

  private let writers: Int
  /// Of each writer, in the order of its transactions.
  private let entries: [[Entry]]

  init(_ journal: [Entry], writers: Int) {
    self.writers = writers
    entries = (1...writers).map { writer in journal.filter { $0.writer == writer } }
  }

  /// The states of one follower, in their order; the last one must be `end`.
  ///
  /// - `limit`: How many rows it shows, if it is a window of the first ones.
  func check(
    _ states: [ShownState], of follower: Int, limit: Int? = nil, end: ShownState
  ) -> [Violation] {
    var violations: [Violation] = []
    var replay = Replay(writers: writers)
    for (number, state) in states.enumerated() {
      func violated(_ sentence: String) {
        violations.append(Violation(follower: follower, state: number, sentence: sentence))
      }
      guard state.counts.count == writers, !state.counts.contains(-1) else {
        violated("It lacks the count of a writer's transactions.")
        continue
      }
      if zip(state.counts, replay.counts).contains(where: { $0 < $1 }) {
        violated("It is earlier than the state before it.")
        replay = Replay(writers: writers)
      }
      replay.advance(to: state.counts, entries)
      if let flaw = replay.flaw { violated(flaw) }
      if StormRow.digest(replay.rows, limit: limit) != state.digest {
        violated("Its rows are not those that the transactions it includes have left.")
      }
    }
    if states.last != end {
      violations.append(
        Violation(
          follower: follower, state: states.count - 1, sentence: "The last state is not the table.")
      )
    }
    return violations
  }

  private struct Replay {
    private(set) var counts: [Int]
    private var next: [Int]
    private var stock: [Int: StormRow] = [:]
    private var edits: [Int: Int] = [:]

    init(writers: Int) {
      counts = [Int](repeating: 0, count: writers)
      next = counts
      for id in 1...StormRow.shared {
        stock[id] = StormRow(id: id, n: 0, writer: 0, title: nil)
      }
    }

    var rows: [StormRow] {
      Array(stock.values)
        + counts.enumerated().map { index, count in
          StormRow(id: -(index + 1), n: count, writer: index + 1, title: nil)
        }
    }

    mutating func advance(to counts: [Int], _ entries: [[Entry]]) {
      self.counts = counts
      for writer in counts.indices {
        let all = entries[writer]
        while next[writer] < all.count, all[next[writer]].seq <= counts[writer] {
          apply(all[next[writer]])
          next[writer] += 1
        }
      }
    }

    private mutating func apply(_ entry: Entry) {
      if entry.isGone {
        stock[entry.id] = nil
        return
      }
      edits[entry.id, default: 0] += 1
      // Of a shared row, the last edit is the one with the highest number.
      if entry.id <= StormRow.shared, let old = stock[entry.id], old.n >= entry.n { return }
      stock[entry.id] = StormRow(
        id: entry.id, n: entry.n, writer: entry.writer, title: entry.title)
    }

    /// A transaction is included, and one that was committed before it and that it has seen is not.
    var flaw: String? {
      for id in 1...StormRow.shared where stock[id]?.n != edits[id, default: 0] {
        return "It includes an edit of row \(id), and not all that were made before it."
      }
      return nil
    }
  }
}
#endif
