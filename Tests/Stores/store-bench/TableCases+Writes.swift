#if SQLite && PostgreSQL
import StagecraftSQLiteStore
import StagecraftTableLists

/// The price of the log: three files take turns, so that a busy machine is busy for all of them.
extension TableCases {
  func writes() async throws {
    let plain = try Writer(makeTable("writes-plain", rows: 10_000))
    let logged = try Writer(makeTable("writes-logged", rows: 10_000))
    let followed = try Writer(makeTable("writes-followed", rows: 10_000))
    try await TableList<BenchOrder>(
      "orders", at: SQLiteTables(logged.path), format: BenchOrder.format
    ).close()
    let follower = try await TableList<BenchOrder>(
      "orders", at: SQLiteTables(followed.path), format: BenchOrder.format)
    let writers = [plain, logged, followed]
    for load in Load.allCases {
      if load == .indexed { for writer in writers { writer.addIndex() } }
      for writer in writers { writer.begin(load) }
      for _ in 0..<(report.isSmoke ? 1 : 7) {
        for writer in writers {
          writer.write(load, seconds: report.isSmoke ? 0.05 : 0.5)
          // The next file's turn begins when this one is at rest.
          if writer === followed { try await follower.catchUp() }
        }
      }
      let rates = writers.map { 1 / $0.wall.median }
      let used = writers.map(\.processor.median)
      report.add(
        "SQLite, \(load.rawValue), a second: plain, with the log, with a follower",
        """
        \(rates[0].whole), \(rates[1].whole) (\((rates[0] / rates[1]).times)), \
        \(rates[2].whole) (\((rates[0] / rates[2]).times))
        """, target: "log ≤ 1.5 ×", isMet: rates[0] / rates[1] <= 1.5)
      report.add(
        "SQLite, processor time of \(load.unit) in the writer: plain, with the log, with a follower",
        """
        \(used[0].text), \(used[1].text) (\((used[1] / used[0]).times)), \
        \(used[2].text) (\((used[2] / used[0]).times))
        """)
      report.record(
        "tables-writes-\(load)",
        [
          ("raw SQL", plain.wall.median), ("log", logged.wall.median),
          ("follower", followed.wall.median),
        ])
    }
    await follower.close()
  }

  private enum Load: String, CaseIterable {
    case flushed = "commits of one row, flushed"
    case unflushed = "commits of one row, not flushed"
    case bulk = "rows of 100,000 in one transaction"
    case indexed = "rows of 100,000 in one transaction, with an index"

    var unit: String {
      switch self {
      case .flushed: "a commit, flushed"
      case .unflushed: "a commit, not flushed"
      case .bulk: "an inserted row"
      case .indexed: "an inserted row, with an index"
      }
    }
  }

  /// A file to which plain SQL writes: the times of one row.
  private final class Writer {
    let path: String
    private let raw: RawTable
    private(set) var wall = Times()
    private(set) var processor = Times()

    init(_ path: String) throws {
      self.path = path
      raw = try RawTable(path)
    }

    func addIndex() { raw.run("CREATE INDEX by_reader ON orders(reader)") }

    func begin(_ load: Load) {
      raw.run("PRAGMA synchronous = \(load == .flushed ? "FULL" : "NORMAL")")
      (wall, processor) = (Times(), Times())
    }

    func write(_ load: Load, seconds: Double) {
      let (begin, used) = (Clock.wall, Clock.processorOfThread)
      var count = 0
      let isBulk = load == .bulk || load == .indexed
      if isBulk {
        raw.run(TableCases.insertion(1_000_001...1_100_000))
        count = 100_000
      } else {
        repeat {
          raw.update(1 + (count * 7_919) % 10_000)
          count += 1
        } while Clock.wall - begin < seconds
      }
      wall.append((Clock.wall - begin) / Double(count))
      processor.append((Clock.processorOfThread - used) / Double(count))
      if isBulk {
        raw.run("DELETE FROM orders WHERE id > 1000000; PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
  }
}
#endif
