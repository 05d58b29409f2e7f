#if SQLite && PostgreSQL
import Testing

@testable import table_storm

/// What the checker of the storm of tables says of histories that are written by hand.
@Suite("The checker of the storm of tables")
struct TableStormCheckerTests {
  typealias Entry = TableStormChecker.Entry

  /// Two writers: the first one's second transaction edits a row after the second one's first.
  private let journal = [
    Entry(writer: 1, seq: 1, id: 1_000, n: 1, title: "a", isGone: false),
    Entry(writer: 1, seq: 2, id: 5, n: 2, title: "late", isGone: false),
    Entry(writer: 1, seq: 3, id: 1_000, n: 1, title: nil, isGone: true),
    Entry(writer: 2, seq: 1, id: 5, n: 1, title: "early", isGone: false),
    Entry(writer: 2, seq: 1, id: 2_000, n: 1, title: nil, isGone: false),
  ]

  /// The rows after these transactions of the two writers.
  private func rows(_ first: Int, _ second: Int) -> [StormRow] {
    var rows = (1...StormRow.shared).map { StormRow(id: $0, n: 0, writer: 0, title: nil) }
    rows.append(StormRow(id: -1, n: first, writer: 1, title: nil))
    rows.append(StormRow(id: -2, n: second, writer: 2, title: nil))
    if first == 1 || first == 2 { rows.append(StormRow(id: 1_000, n: 1, writer: 1, title: "a")) }
    if second == 1 {
      rows[4] = StormRow(id: 5, n: 1, writer: 2, title: "early")
      rows.append(StormRow(id: 2_000, n: 1, writer: 2, title: nil))
    }
    if first > 1 { rows[4] = StormRow(id: 5, n: 2, writer: 1, title: "late") }
    return rows
  }

  private func violations(_ shown: [[StormRow]], limit: Int? = nil) -> [String] {
    let states = shown.map { ShownState($0, writers: 2, limit: limit) }
    return TableStormChecker(journal, writers: 2)
      .check(states, of: 0, limit: limit, end: ShownState(rows(3, 1), writers: 2, limit: limit))
      .map { "\($0.state): \($0.sentence)" }
  }

  @Test("finds nothing in states that include whole transactions, in an order of commits")
  func exact() {
    #expect(violations([rows(0, 0), rows(1, 0), rows(1, 1), rows(2, 1), rows(3, 1)]) == [])
    #expect(violations([rows(0, 1), rows(3, 1), rows(3, 1)]) == [])
  }

  @Test("finds a state that lacks a row, has one too many, or has one of another time")
  func rowsOfNoState() {
    let sentence = "1: Its rows are not those that the transactions it includes have left."
    let wrong: [[StormRow]] = [
      rows(1, 1).filter { $0.id != 2_000 },
      rows(1, 1) + [StormRow(id: 1_001, n: 1, writer: 1, title: nil)],
      rows(1, 1).map { $0.id == 1_000 ? StormRow(id: 1_000, n: 1, writer: 1, title: "b") : $0 },
      rows(1, 1).map { $0.id == 5 ? StormRow(id: 5, n: 0, writer: 0, title: nil) : $0 },
    ]
    for state in wrong { #expect(violations([rows(0, 0), state, rows(3, 1)]) == [sentence]) }
  }

  @Test("finds that a list goes back")
  func back() {
    let sentence = "2: It is earlier than the state before it."
    #expect(violations([rows(1, 0), rows(1, 1), rows(1, 0), rows(3, 1)]) == [sentence])
  }

  @Test("finds a transaction that is shown without one that was committed before it")
  func missedEarlierTransaction() {
    let found = violations([rows(2, 0), rows(3, 1)])
    #expect(
      found == ["0: It includes an edit of row 5, and not all that were made before it."])
  }

  @Test("finds that the end is not shown")
  func end() {
    #expect(violations([rows(1, 1)]) == ["0: The last state is not the table."])
    #expect(violations([]) == ["-1: The last state is not the table."])
  }

  @Test("finds that the count of a writer is missing")
  func missingCount() {
    let found = violations([rows(1, 1).filter { $0.id != -2 }, rows(3, 1)])
    #expect(found == ["0: It lacks the count of a writer's transactions."])
  }

  @Test("compares a window with the first rows")
  func window() {
    // The two counts, and the first three shared rows; then up to row 5.
    #expect(violations([rows(1, 1), rows(3, 1)].map { first($0, 5) }, limit: 5) == [])
    #expect(violations([rows(1, 1), rows(3, 1)].map { first($0, 7) }, limit: 7) == [])
    let short = [rows(1, 1), rows(3, 1)].map { first($0, 6) }
    #expect(violations(short, limit: 7).count == 3)
  }

  private func first(_ rows: [StormRow], _ count: Int) -> [StormRow] {
    Array(rows.sorted { $0.id < $1.id }.prefix(count))
  }

  @Test("reads a state as it was written")
  func line() throws {
    let state = ShownState(rows(1, 1), writers: 2)
    #expect(ShownState(Substring(state.line.dropLast())) == state)
    #expect(ShownState("1,2") == nil)
  }
}
#endif
