#if SQLite
import StageFloor
import StagecraftTableLists
import TestSupport
import Testing

@testable import StagecraftSQLiteStore

/// Random statements of another program: a copy that is kept up to date by changes alone equals the
/// table whenever it has caught up.
@Suite("Random changes of tables in SQLite", .timeLimit(.minutes(3)))
struct TableModelTests {
  private static let tables = [
    "t(id INTEGER PRIMARY KEY, a UNIQUE, b INTEGER, c TEXT)",
    "t(id TEXT PRIMARY KEY COLLATE NOCASE, a TEXT COLLATE NOCASE UNIQUE, b INTEGER, c TEXT)",
    "t(id PRIMARY KEY, a, b INTEGER UNIQUE, c TEXT, UNIQUE(a, c)) WITHOUT ROWID",
  ]
  private static let index = "CREATE UNIQUE INDEX u ON t(lower(c), b > 2) WHERE b > 0"

  @Test(arguments: 0..<6)
  func aCopyEqualsTheTable(_ number: Int) async throws {
    let seed = UInt64(number)
    var random = SeededGenerator(seed: seed)
    let table = "CREATE TABLE \(Self.tables[number % 3])"
    let library = try Library("\(table); \(number < 3 ? "" : Self.index)")
    let followed = try await library.tables(keptChanges: 40).open(TableRequest(table: "t"))
    var copy = try await Copy(followed)
    var isInTransaction = false
    for step in 0..<500 {
      let sql = statement(&random, isInTransaction: &isInTransaction)
      // A constraint may refuse it.
      try? library.run(sql)
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      _ = try await copy.catchUp()
      guard try await copy.isExact() else {
        Issue.record("seed \(seed), step \(step), after \(sql)")
        break
      }
    }
    await followed.close()
  }

  private func statement(_ random: inout SeededGenerator, isInTransaction: inout Bool) -> String {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    func value() -> String {
      switch number(0..<6) {
      case 0: "NULL"
      case 1: "\(number(0..<6)).0"
      case 2: "'\(["a", "A", "b", "B"][number(0..<4)])'"
      default: "\(number(0..<6))"
      }
    }
    func key() -> String {
      let key = value()
      return key == "NULL" ? "7" : key
    }
    let conflict = ["", "OR REPLACE", "OR IGNORE", "OR REPLACE"][number(0..<4)]
    switch number(0..<12) {
    case 0...4:
      return "INSERT \(conflict) INTO t VALUES (\(key()), \(value()), \(number(0..<9)), \(value()))"
    case 5:
      return "UPDATE \(conflict) t SET a = \(value()), c = \(value()) WHERE b = \(number(0..<9))"
    case 6: return "UPDATE \(conflict) t SET b = \(number(0..<9)) WHERE id = \(key())"
    case 7: return "UPDATE \(conflict) t SET id = \(key()) WHERE id = \(key())"
    case 8: return "DELETE FROM t WHERE id = \(key()) OR b = \(number(0..<30))"
    case 9:
      return """
        INSERT INTO t VALUES (\(key()), \(value()), \(number(0..<9)), \(value()))
          ON CONFLICT DO UPDATE SET c = \(value()), b = b + 1
        """
    case 10 where isInTransaction:
      isInTransaction = false
      return ["COMMIT", "ROLLBACK", "ROLLBACK TO s; COMMIT"][number(0..<3)]
    case 10:
      isInTransaction = true
      return "BEGIN; DELETE FROM t WHERE b = \(number(0..<9)); SAVEPOINT s"
    default: return number(0..<40) == 0 ? "DELETE FROM t" : "VACUUM"
    }
  }
}
#endif
