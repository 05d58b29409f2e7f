#if SQLite && PostgreSQL
/// A row of the table.
///
/// The row with the id -*w* counts the transactions of writer *w*: each of them increments it first.
/// So every state of the table says which transactions it includes. Rows 1 to 20 are edited by all
/// writers; `n` counts their edits. The rows from 1,000 × *w* on belong to writer *w*, which also
/// inserts and removes them.
struct StormRow: Codable, Identifiable, Hashable, Sendable {
  static let shared = 20
  static let owned = 12
  /// Rows from here on fill the log, and are removed in the transaction that inserts them.
  static let filling = 900_000

  var id: Int
  var n: Int
  var writer: Int
  var title: String?

  var line: String { "\(id),\(n),\(writer),\(title ?? "-");" }

  /// A number of all rows of a state.
  ///
  /// - `limit`: How many rows count, in the order of their ids; nil for all.
  static func digest(_ rows: some Sequence<StormRow>, limit: Int? = nil) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for row in rows.sorted(by: { $0.id < $1.id }).prefix(limit ?? .max) {
      for byte in row.line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return hash
  }
}

/// A state that a follower has shown: how many transactions of each writer it includes.
struct ShownState: Hashable, Sendable {
  var counts: [Int]
  var digest: UInt64

  init(_ rows: [StormRow], writers: Int, limit: Int? = nil) {
    counts = [Int](repeating: -1, count: writers)
    for row in rows where row.id < 0 && -row.id <= writers { counts[-row.id - 1] = row.n }
    digest = StormRow.digest(rows, limit: limit)
  }

  var line: String { counts.map(String.init).joined(separator: ",") + " \(digest)\n" }

  init?(_ line: Substring) {
    let parts = line.split(separator: " ")
    guard parts.count == 2, let digest = UInt64(parts[1]) else { return nil }
    counts = parts[0].split(separator: ",").compactMap { Int($0) }
    self.digest = digest
  }
}
#endif
