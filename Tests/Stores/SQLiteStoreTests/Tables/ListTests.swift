#if SQLite
import CSQLite
import StageFloor
import StagecraftLists
import StagecraftTableLists
import TestSupport
import Testing

@testable import StagecraftSQLiteStore

/// A row of ``Library/orders``.
private struct Order: Codable, Identifiable, Hashable, Sendable {
  var id: Int
  var reader: String?
  var title: String?
  var state: Int?
}

@Suite("Lists of tables in SQLite", .timeLimit(.minutes(2)))
struct TableListOverSQLiteTests {
  /// Waits until a list shows something.
  private func waitUntil(
    _ orders: TableList<Order>, _ isShown: (ListSnapshot<Order>) -> Bool
  ) async {
    for await transition in orders.list.transitions() where isShown(transition.new) { return }
  }

  @Test func aListFollowsProcessesThatWritePlainSQL() async throws {
    let library = try Library()
    let orders = try await TableList<Order>("orders", at: library.tables)
    #expect(orders.list.snapshot().map(\.title) == ["Momo", "Emil", "Heidi"])
    let script = """
      INSERT INTO orders VALUES (0, 'Di', 'Krabat', NULL); DELETE FROM orders WHERE id = 2;
      UPDATE orders SET state = 7 WHERE id = 3
      """
    try await ClientProcess(library.path, "sql", script).line("done")
    await waitUntil(orders) { $0[id: 3]?.state == 7 }
    #expect(orders.list.snapshot().map(\.title) == ["Krabat", "Momo", "Heidi"])
    await orders.close()
  }

  @Test func listsOfSeveralProcessesEditOneRow() async throws {
    let library = try Library()
    let orders = try await TableList<Order>("orders", at: library.tables)
    let clients = try (0..<2).map { _ in
      try ClientProcess(library.path, "raise-in-list", "40")
    }
    for client in clients { try await client.line("open") }
    for client in clients { try client.send("go") }
    for _ in 0..<40 { try await orders.update(1) { $0.state = ($0.state ?? 0) + 1 } }
    for client in clients {
      #expect(try await client.line("done") == "40")
    }
    try await orders.catchUp()
    #expect(orders.list.snapshot()[id: 1]?.state == 120)
    #expect(try library.rows("SELECT state FROM orders WHERE id = 1") == ["120"])
    await orders.close()
  }

  @Test func theEditsOfATransactionAreWrittenInTheirOrder() async throws {
    let library = try Library(
      """
      CREATE TABLE orders(id INTEGER PRIMARY KEY, reader TEXT, title TEXT, state INTEGER UNIQUE);
      CREATE TRIGGER touch AFTER UPDATE OF state ON orders
        BEGIN UPDATE orders SET reader = 'desk' WHERE id = NEW.id; END;
      INSERT INTO orders VALUES (1, 'Ada', 'Momo', 1), (2, 'Bo', 'Emil', 2);
      """)
    let orders = try await TableList<Order>("orders", at: library.tables)
    // Two rows change places, which are unique.
    try await orders.transaction { rows in
      try rows.update(1) { $0.state = 99 }
      try rows.update(2) { $0.state = 1 }
      try rows.update(1) { $0.state = 2 }
    }
    #expect(orders.list.snapshot().map(\.state) == [2, 1])
    // The place of a removed row is free.
    try await orders.transaction { rows in
      _ = rows[id: 3]
      rows.remove(2)
      try rows.insert(Order(id: 3, title: "Heidi", state: 1))
    }
    #expect(orders.list.snapshot().map(\.id) == [1, 3])
    await orders.close()
  }

  /// A writer moves units from one row to another: half of a transaction would change their sum.
  @Test func transitionsAreWholeCommits() async throws {
    let library = try Library("CREATE TABLE orders(id INTEGER PRIMARY KEY, state INTEGER)")
    try library.run("INSERT INTO orders VALUES (1, 500), (2, 500)")
    let orders = try await TableList<Order>("orders", at: library.tables)
    let writer = Task.detached {
      for _ in 0..<300 {
        try library.run(
          """
          BEGIN IMMEDIATE; UPDATE orders SET state = state - 1 WHERE id = 1;
          UPDATE orders SET state = state + 1 WHERE id = 2; COMMIT
          """)
      }
    }
    for await transition in orders.list.transitions() {
      let rows = transition.new
      #expect(rows.reduce(0) { $0 + ($1.state ?? 0) } == 1_000)
      if rows[id: 2]?.state == 800 { break }
    }
    try await writer.value
    await orders.close()
  }

  @Test func aKilledWriterLeavesNothingHalfShown() async throws {
    let library = try Library()
    let orders = try await TableList<Order>("orders", at: library.tables)
    let before = Array(orders.list.snapshot())
    let client = try ClientProcess(
      library.path, "commit-later", "PRAGMA cache_size = 1; UPDATE orders SET state = 99")
    try await client.line("inside")
    client.signal(SIGKILL)
    client.waitForEnd()
    try await orders.catchUp()
    #expect(Array(orders.list.snapshot()) == before)
    try library.run("UPDATE orders SET state = 4 WHERE id = 3")
    await waitUntil(orders) { $0[id: 3]?.state == 4 }
    #expect(Array(orders.list.snapshot().prefix(2)) == Array(before.prefix(2)))
    await orders.close()
  }

  @Test func aDroppedTableIsStaleUntilItIsCreatedAgain() async throws {
    let library = try Library()
    let orders = try await TableList<Order>("orders", at: library.tables)
    try library.run("DROP TABLE orders")
    for await state in orders.states() where state.error?.code == .noSuchTable { break }
    #expect(orders.list.snapshot().count == 3)
    try library.run(Library.orders + "DELETE FROM orders WHERE id = 1")
    await waitUntil(orders) { $0.count == 2 }
    for await state in orders.states() where state.isCurrent { break }
    await orders.close()
  }

  @Test func aColumnThatIsDroppedConcernsListsThatReadIt() async throws {
    struct Short: Codable, Identifiable, Sendable {
      var id: Int
      var state: Int?
    }
    struct Named: Codable, Identifiable, Sendable {
      var id: Int
      var title: String
    }
    let library = try Library()
    let short = try await TableList<Short>("orders", at: library.tables)
    let named = try await TableList<Named>("orders", at: library.tables)
    try library.run("ALTER TABLE orders DROP COLUMN title; UPDATE orders SET state = 7")
    try await short.catchUp()
    #expect(short.list.snapshot().map(\.state) == [7, 7, 7])
    try await short.update(1) { $0.state = 8 }
    #expect(try library.rows("SELECT state FROM orders WHERE id = 1") == ["8"])
    for await state in named.states() where state.error != nil {
      #expect(state.error?.code == .noSuchColumn)
      break
    }
    #expect(named.list.snapshot().map(\.title) == ["Momo", "Emil", "Heidi"])
    try library.run("ALTER TABLE orders ADD COLUMN title TEXT NOT NULL DEFAULT 'new'")
    for await state in named.states() where state.isCurrent { break }
    try await named.catchUp()
    #expect(named.list.snapshot().map(\.title) == ["new", "new", "new"])
    await short.close()
    await named.close()
  }

  @Test func rowsAreOrderedAsTheDatabaseOrdersThem() async throws {
    let library = try Library(
      """
      CREATE TABLE orders(id INTEGER PRIMARY KEY, reader TEXT, title TEXT, state);
      INSERT INTO orders(id, reader) VALUES (1, 'b'), (2, NULL), (3, 'B'), (4, 'é'), (5, 'a'), (6, '');
      """)
    let order = TableOrder("reader", isDescending: true)
    let orders = try await TableList<Order>(
      "orders", at: library.tables, orderedBy: .columns(order))
    #expect(orders.list.snapshot().map(\.id) == [4, 1, 5, 3, 6, 2])
    try library.run(
      "UPDATE orders SET reader = 'aa' WHERE id = 4; INSERT INTO orders(id) VALUES (7)")
    await waitUntil(orders) { $0.count == 7 }
    let ids = orders.list.snapshot().map(\.id)
    #expect(ids == [1, 4, 5, 3, 6, 2, 7])
    await orders.close()
  }
}
#endif
