#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Testing

/// Windows: pages from a boundary, in both directions, with counts.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct TableWindowTests {
  @Test(arguments: [
    [], [TableOrder("n")], [TableOrder("n", isDescending: true)],
    [TableOrder("t"), TableOrder("n", isDescending: true)],
    [TableOrder("c", isDescending: true), TableOrder("t")],
  ])
  func pagesAreThoseOfTheSortedTable(order: [TableOrder]) async throws {
    let database = try TablesDatabase(
      """
      create table orders (id text primary key, n int, t text, c text collate "C" not null);
      insert into orders select chr(97 + g % 26) || g, nullif(g * 7 % 5, 0),
        (array['a', 'B', 'b', 'Ä', null, 'ab', ''])[1 + g % 7], (array['x', 'Y', ''])[1 + g % 3]
      from generate_series(1, 60) g;
      """)
    let tables = try database.tables()
    let table = try await tables.open(TableRequest(table: "orders", order: order))
    let copy = FollowedCopy(table)
    try await copy.load()
    let positions = order.map { term in
      (table.columns.firstIndex { $0.name == term.column } ?? 0, term.isDescending)
    }
    func precedes(_ a: TableRecord, _ b: TableRecord) -> Bool {
      for (column, isDescending) in positions {
        let (a, b) = (a.values[column], b.values[column])
        if a < b { return !isDescending }
        if b < a { return isDescending }
      }
      return a.values[0] < b.values[0]
    }
    for conditions in [[], [TableCondition("t", in: [.text("b"), .null])]] {
      let sorted = copy.rows.values.sorted(by: precedes).filter {
        conditions.isEmpty || [.text("b"), .null].contains($0.values[2])
      }
      let all = try await table.rows(
        TableQuery(conditions: conditions, start: .beginning, limit: 1_000))
      #expect(all.rows == sorted)
      let last = try await table.rows(
        TableQuery(conditions: conditions, start: .end, isBackward: true, limit: 3))
      #expect(last.rows == Array(sorted.suffix(3)))
      #expect(last.countBefore == sorted.count - 3 && last.countAfter == 0)
      for index in stride(from: 0, to: sorted.count, by: 5) {
        let row = sorted[index]
        let values = positions.map { row.values[$0.0] }
        for isBackward in [false, true] {
          for isIncluded in [false, true] {
            let boundary = isIncluded == isBackward ? index + 1 : index
            let page = try await table.rows(
              TableQuery(
                conditions: conditions,
                start: isIncluded == isBackward
                  ? .after(values, key: row.values[0]) : .from(values, key: row.values[0]),
                isBackward: isBackward, limit: 4))
            let range =
              isBackward
              ? max(0, boundary - 4)..<boundary : boundary..<min(sorted.count, boundary + 4)
            #expect(page.rows == Array(sorted[range]))
            #expect(page.countBefore == range.lowerBound)
            #expect(page.countAfter == sorted.count - range.upperBound)
          }
        }
      }
    }
    await tables.close()
  }
}
#endif
