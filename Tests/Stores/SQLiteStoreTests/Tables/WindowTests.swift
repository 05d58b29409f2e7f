#if SQLite
import StagecraftTableLists
import StageFloor
import TestSupport
import Testing

@testable import StagecraftSQLiteStore

@Suite("Windows of tables in SQLite", .timeLimit(.minutes(2)))
struct TableWindowTests {
  /// A list asks so whether edits would find a row by its id.
  @Test func aConditionOnTheKeyFindsWhatEditsFind() async throws {
    let library = try Library(
      "CREATE TABLE t(id TEXT PRIMARY KEY COLLATE NOCASE, n); INSERT INTO t VALUES ('ab', 1)")
    let table = try await library.open("t")
    let query = TableQuery(
      conditions: [TableCondition("id", in: [.text("AB")])], start: .beginning, limit: 1)
    #expect(try await table.rows(query).rows.count == 1)
    #expect(
      try await table.write([
        .update(key: .text("AB"), [TableField("n", .integer(2))], expecting: [])
      ]) == .written)
    await table.close()
  }

  /// All queries at all rows of small tables, against all rows in their order.
  @Test(arguments: [
    [], [TableOrder("a")], [TableOrder("a", isDescending: true), TableOrder("b")],
    [TableOrder("b"), TableOrder("a", isDescending: true)],
  ])
  func windowsAreRangesOfTheOrder(_ order: [TableOrder]) async throws {
    let library = try Library(
      """
      CREATE TABLE t(id PRIMARY KEY, a, b TEXT COLLATE NOCASE);
      INSERT INTO t VALUES (1, NULL, 'x'), (2, NULL, NULL), ('3', 1, 'X'), (4, 1.5, 'x'),
        (x'05', 'text', 'y'), (6, 'TEXT', NULL), ('é', x'00', 'y'), (8, -1, 'Y'), (9, 1, 'a');
      CREATE INDEX i ON t(a, b);
      """)
    let table = try await library.tables.open(TableRequest(table: "t", order: order))
    let all = try await table.all().0
    let columns = order.map { $0.column == "a" ? 1 : 2 }
    #expect(all.count == 9)
    for filter in [[], [TableCondition("b", in: [.text("x"), .null])]] {
      let rows = all.filter { row in
        filter.allSatisfy { $0.values.contains(row.values[2]) }
      }
      var starts: [(TableQuery.Start, Int)] = [(.beginning, 0), (.end, rows.count)]
      for row in all {
        let values = columns.map { row.values[$0] }
        let place = all.firstIndex(of: row) ?? 0
        let before = all[..<place].count { rows.contains($0) }
        starts.append((.from(values, key: row.values[0]), before))
        starts.append((.after(values, key: row.values[0]), before + (rows.contains(row) ? 1 : 0)))
      }
      for (start, place) in starts {
        for limit in [1, 3, 20] {
          let forward = try await table.rows(
            TableQuery(conditions: filter, start: start, limit: limit))
          let end = min(place + limit, rows.count)
          #expect(forward.rows == Array(rows[place..<end]), "\(start)")
          #expect(forward.countBefore == place)
          #expect(forward.countAfter == rows.count - end)
          let backward = try await table.rows(
            TableQuery(
              conditions: filter, start: start, isBackward: true, limit: limit, counts: false))
          #expect(backward.rows == Array(rows[max(0, place - limit)..<place]), "\(start)")
          #expect(backward.countBefore == nil)
        }
      }
    }
    await table.close()
  }

  @Test func aConditionWithoutValuesAllowsNothing() async throws {
    let library = try Library()
    let table = try await library.open()
    let none = try await table.rows(
      TableQuery(conditions: [TableCondition("state", in: [])], start: .beginning, limit: 5))
    #expect(none.rows.isEmpty && none.countBefore == 0 && none.countAfter == 0)
    let error = await tableFailure {
      try await table.rows(
        TableQuery(conditions: [TableCondition("x", in: [.null])], start: .beginning, limit: 5))
    }
    #expect(error?.code == .noSuchColumn)
    #expect(
      await tableFailure {
        try await table.rows(TableQuery(start: .after([.null], key: .null), limit: 5))
      }?.code == .noSuchColumn)
    await table.close()
  }

  @Test func aWindowUsesAnIndexOfItsOrder() async throws {
    let terms = [
      OrderTerm(name: "r.\"a\"", isDescending: true),
      OrderTerm(name: "r.\"id\"", isDescending: false),
    ]
    let side = RowSide(terms, of: [.integer(5), .integer(9)])
    let library = try Library(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE INDEX i ON t(a DESC)")
    for part in side.parts(isBackward: false, includesRow: true) {
      let sql = part.sql.split(separator: "?").joined(separator: "7")
      let plan = try library.rows(
        """
        EXPLAIN QUERY PLAN SELECT * FROM t AS r WHERE \(sql)\(part.sql.hasSuffix("?") ? "7" : "")
          ORDER BY r."a" COLLATE BINARY DESC, r."id" COLLATE BINARY ASC LIMIT 5
        """)
      #expect(plan.count == 1 && plan[0].contains("SEARCH"), "\(plan)")
    }
  }
}
#endif
