#if POSTGRES_CLIENT
import PostgresCluster
import StagecraftLists
import PostgresFloor
import StagecraftTableLists
import Testing

struct BookOrder: Codable, Identifiable, Hashable, Sendable {
  var id: Int
  var title: String
  var copies: Int?

  var line: String { "\(id),\(title),\(copies.map(String.init) ?? "-")" }
}

/// Lists over PostgreSQL, with `psql` as a writer that knows nothing of them.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct FollowedListTests {
  private func content(_ list: TableList<BookOrder>) -> String {
    list.list.snapshot().sorted { $0.id < $1.id }.map(\.line).joined(separator: ";")
  }

  /// Waits until the list shows the table.
  private func settle(
    _ list: TableList<BookOrder>, on connection: TestConnection,
    after action: () throws -> Void = {}
  ) async throws {
    let transitions = list.list.transitions()
    try action()
    let wanted = try connection.content()
    for await _ in transitions where content(list) == wanted { return }
  }

  /// Waits until the list is in a state.
  private func wait(
    for list: TableList<BookOrder>, until isDone: (TableState) -> Bool
  ) async {
    for await state in list.states() where isDone(state) { return }
  }

  @Test func aListShowsWhatOthersWrite() async throws {
    let database = try TablesDatabase()
    let tables = try database.tables()
    let connection = try database.connect()
    func psql(_ statements: String) throws {
      try database.cluster.execute(statements, in: database.name)
    }
    try psql("insert into orders select g, 'book ' || g, g from generate_series(1, 100) g")
    let list = try await TableList<BookOrder>("orders", at: tables)
    #expect(try content(list) == connection.content())
    for statements in [
      "insert into orders values (101, 'new', null)",
      "update orders set copies = 0 where id % 3 = 0",
      "begin; delete from orders where id < 10; insert into orders values (5, 'again', 1); commit",
      "update orders set id = 1000 where id = 50",
      "truncate orders; insert into orders values (1, 'only', 1)",
      "alter table orders add column note text default 'x'; insert into orders values (2, 'b', 2)",
      "drop table orders; \(TablesDatabase.orders); insert into orders values (3, 'c', 3)",
      "insert into orders values (4, 'd', 4)",
    ] {
      try await settle(list, on: connection) { try psql(statements) }
    }
    #expect(list.state.isCurrent)
    await list.close()
    await tables.close()
  }

  @Test func editsOfAListAreSeenByOthers() async throws {
    let database = try TablesDatabase()
    let connection = try database.connect()
    let (first, second) = (try database.tables(), try database.tables())
    let list = try await TableList<BookOrder>("orders", at: first)
    let other = try await TableList<BookOrder>("orders", at: second)
    try await list.insert(BookOrder(id: 1, title: "one", copies: 0))
    #expect(content(list) == "1,one,0")
    try await other.catchUp()
    // Both count at once: no increment is lost.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for list in [list, other, list, other] {
        group.addTask {
          for _ in 0..<25 { try await list.update(1) { $0.copies = ($0.copies ?? 0) + 1 } }
        }
      }
      try await group.waitForAll()
    }
    try await list.catchUp()
    try await other.catchUp()
    #expect(content(list) == "1,one,100")
    #expect(content(other) == "1,one,100")
    try await other.transaction { rows in
      try rows.insert(BookOrder(id: 2, title: "two", copies: nil))
      rows.remove(1)
    }
    #expect(try connection.content() == "2,two,-")
    try await settle(list, on: connection)
    let error = await tableFailure {
      try await list.insert(BookOrder(id: 2, title: "again", copies: nil))
    }
    #expect(error?.code == .key)
    await first.close()
    await second.close()
  }

  @Test func aWindowShowsAPartOfATable() async throws {
    let database = try TablesDatabase()
    let tables = try database.tables()
    let connection = try database.connect()
    try connection.execute(
      "insert into orders select g, 'book ' || g, g % 10 from generate_series(1, 1000) g")
    let window = try await TableList<BookOrder>.window(
      of: "orders", at: tables, orderedBy: .columns(TableOrder("copies")), around: 505, count: 20)
    func wanted(_ offset: Int, _ count: Int) throws -> String {
      try connection.execute(
        """
        select string_agg(concat_ws(',', id, title, copies), ';' order by copies, id) from (
          select * from orders order by copies, id offset \(offset) limit \(count)) o
        """) ?? ""
    }
    func shown() -> String { window.list.snapshot().map(\.line).joined(separator: ";") }
    #expect(try shown() == wanted(540, 20))
    #expect(window.counts?.before == 540 && window.counts?.after == 440)
    let transitions = window.list.transitions(initial: false)
    try connection.execute("update orders set copies = 9 where id = 505")
    for await _ in transitions { if window.list.snapshot()[id: 505] == nil { break } }
    #expect(try shown() == wanted(540, 20))
    try await window.showEnd()
    #expect(try shown() == wanted(980, 20))
    try await window.show(around: 3)
    #expect(window.list.snapshot()[id: 3] != nil)
    #expect(window.list.count == 20)
    await tables.close()
  }

  @Test func aListSaysThatItIsStaleAndCatchesUp() async throws {
    let cluster = try PostgresCluster()
    let database = try TablesDatabase(on: cluster)
    let tables = try database.tables()
    try database.connect().execute("insert into orders values (1, 'one', 1)")
    let list = try await TableList<BookOrder>("orders", at: tables)
    try cluster.stop()
    _ = try? await list.catchUp()
    #expect(list.state.error?.code == .unreachable)
    #expect(content(list) == "1,one,1")
    try cluster.start()
    let connection = try database.connect()
    try await settle(list, on: connection) {
      try connection.execute("insert into orders values (2, 'two', 2)")
    }
    await wait(for: list) { $0.isCurrent }
    // A row that cannot be decoded.
    try connection.execute("insert into orders values (3, null, 3)")
    await wait(for: list) { $0.error?.code == .undecodableRow }
    #expect(list.state.error?.message.contains("title") == true)
    #expect(content(list) == "1,one,1;2,two,2")
    try await settle(list, on: connection) {
      try connection.execute("update orders set title = 'three' where id = 3")
    }
    await wait(for: list) { $0.isCurrent }
    await list.close()
    await tables.close()
  }
}
#endif
