import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(1))) struct TableWindowTests {
  private func store(_ count: Int) throws -> MemoryTableStore {
    let store = try MemoryTableStore.orders()
    for id in 0..<count { try store.insert(Order(id, due: id)) }
    return store
  }

  private func window(
    _ store: MemoryTableStore, around id: Int? = nil, counting: Bool = true
  ) async throws -> TableWindow<Order> {
    try await TableList<Order>.window(
      of: "orders", at: store, orderedBy: .columns(TableOrder("due")), around: id, count: 10,
      counting: counting)
  }

  @Test func showsTheRowsAroundOneAndCountsTheOthers() async throws {
    let orders = try await window(store(100), around: 50)
    #expect(orders.list.snapshot().map(\.id) == Array(45..<55))
    #expect(orders.counts == TableWindowCounts(before: 45, after: 45))
    try await orders.show(around: 54)
    #expect(orders.list.snapshot().map(\.id) == Array(49..<59))
    #expect(orders.rows.state.isCurrent)
  }

  @Test func rowsThatBothWindowsHaveStay() async throws {
    let orders = try await window(store(100), around: 50)
    let before = orders.list.snapshot()
    try await orders.show(around: 53)
    let changes = orders.list.changes(since: before).changes
    #expect(changes.removals.count == 3 && changes.insertions.count == 3)
    #expect(changes.updates.isEmpty && changes.moves.isEmpty)
  }

  @Test func theEndsOfTheTableAreFull() async throws {
    let orders = try await window(store(100), around: 2)
    #expect(orders.list.snapshot().map(\.id) == Array(0..<10))
    try await orders.show(around: 98)
    #expect(orders.list.snapshot().map(\.id) == Array(90..<100))
    try await orders.showBeginning()
    #expect(orders.list.snapshot().map(\.id) == Array(0..<10))
    try await orders.showEnd()
    #expect(orders.list.snapshot().map(\.id) == Array(90..<100))
    #expect(orders.counts == TableWindowCounts(before: 90, after: 0))
  }

  @Test func aWindowOfAShortTableHasAllRows() async throws {
    let store = try store(3)
    let orders = try await window(store, around: 2)
    #expect(orders.list.count == 3)
    try store.insert(Order(7, due: 1))
    try await orders.rows.catchUp()
    #expect(orders.list.snapshot().map(\.id) == [0, 1, 7, 2])
  }

  @Test(arguments: [true, false]) func followsInsertionsAndRemovals(counting: Bool) async throws {
    let store = try store(100)
    let orders = try await window(store, around: 50, counting: counting)
    try store.remove(47)
    try store.insert(Order(200, due: 50))
    try await orders.rows.catchUp()
    #expect(orders.list.snapshot().map(\.id) == [45, 46, 48, 49, 50, 200, 51, 52, 53, 54])
    try store.set("due", .integer(1000), of: 50)
    try await orders.rows.update(51) { $0.title = "Heidi" }
    #expect(orders.list.snapshot().map(\.id) == [45, 46, 48, 49, 200, 51, 52, 53, 54, 55])
    #expect(orders.list.snapshot()[id: 51]?.title == "Heidi")
  }

  @Test func aChangeElsewhereDoesNotReadTheWindow() async throws {
    let store = try store(100)
    let orders = try await window(store, around: 50, counting: false)
    #expect(orders.counts == nil)
    let version = orders.list.snapshot().version
    try store.set("title", .text("Heidi"), of: 3)
    try store.remove(99)
    let reads = store.windowReads
    try await orders.rows.catchUp()
    #expect(store.windowReads == reads)
    #expect(orders.list.snapshot().version == version)
  }

  @Test func countsFollow() async throws {
    let store = try store(100)
    let orders = try await window(store, around: 50)
    try store.remove(3)
    try await orders.rows.catchUp()
    #expect(orders.counts == TableWindowCounts(before: 44, after: 45))
    await orders.close()
    var counts: [TableWindowCounts?] = []
    for await count in orders.countChanges() { counts.append(count) }
    #expect(counts == [TableWindowCounts(before: 44, after: 45)])
  }

  @Test func conditionsSelectRows() async throws {
    let store = try store(20)
    for id in stride(from: 0, to: 20, by: 3) { try store.set("state", .text("ready"), of: id) }
    let orders = try await TableList<Order>.window(
      of: "orders", at: store, where: [TableCondition("state", in: [.text("ready")])], count: 4)
    #expect(orders.list.snapshot().map(\.id) == [0, 3, 6, 9])
    #expect(orders.counts?.after == 3)
    let error = await #expect(throws: TableError.self) { try await orders.show(around: 1) }
    #expect(error?.message == "Table “orders” has no row 1.")
  }

  /// Random edits and scrolling: the window is always some adjacent rows of the table.
  @Test func randomHistoriesShowAdjacentRows() async throws {
    var generator = SeededGenerator(seed: 3)
    let store = try store(40)
    let orders = try await window(store, around: 20, counting: false)
    var next = 1000
    for _ in 0..<400 {
      let all = store.ordersByDue()
      let id = all.randomElement(using: &generator)?.id ?? 0
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1:
        try store.insert(Order(next, due: Int.random(in: 0..<50, using: &generator)))
        next += 1
      case 2, 3: try store.remove(id)
      case 4: try store.set("due", .integer(Int64.random(in: 0..<50, using: &generator)), of: id)
      default: if !all.isEmpty { try await orders.show(around: id) }
      }
      try await orders.rows.catchUp()
      let expected = store.ordersByDue()
      let shown = Array(orders.list.snapshot())
      #expect(shown.count == min(10, expected.count))
      if let first = shown.first, let start = expected.firstIndex(where: { $0.id == first.id }) {
        #expect(Array(expected[start...].prefix(10)) == shown)
      } else {
        #expect(expected.isEmpty)
      }
    }
  }
}

extension MemoryTableStore {
  fileprivate func ordersByDue() -> [Order] {
    rows(of: "orders").compactMap { record in
      guard case .integer(let id) = record.values[0], case .integer(let due) = record.values[3]
      else { return nil }
      return Order(Int(id), due: Int(due))
    }
    .sorted { ($0.due, $0.id) < ($1.due, $1.id) }
  }
}
