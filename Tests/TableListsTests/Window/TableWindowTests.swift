import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(3))) struct TableWindowTests {
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

  @Test func aWindowOfOneRowShowsIt() async throws {
    let orders = try await TableList<Order>.window(
      of: "orders", at: store(100), orderedBy: .columns(TableOrder("due")), around: 50, count: 1)
    #expect(orders.list.snapshot().map(\.id) == [50])
    #expect(orders.counts == TableWindowCounts(before: 50, after: 49))
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

  /// The rows before the first one and after the last one are not shown.
  @Test(arguments: [true, false]) func aMoveAtAnEndThatIsNotShownIsRefused(
    counting: Bool
  ) async throws {
    struct Shelf: Codable, Identifiable, Sendable {
      var id: Int
      var place: String
    }
    let rows = (0..<9).map { Shelf(id: $0, place: "V0000\($0 + 1)") }
    let store = try MemoryTableStore("shelves", rows: rows)
    let shelves = try await TableList<Shelf>.window(
      of: "shelves", at: store, orderedBy: .positions(in: "place"), around: 4, count: 4,
      counting: counting)
    var ids: [Int] { shelves.list.snapshot().map(\.id) }
    #expect(ids == [2, 3, 4, 5])
    for neighbour in [2, nil] {
      let error = await #expect(throws: TableError.self) {
        try await shelves.rows.move(3, before: neighbour)
      }
      #expect(error?.code == .refused)
      #expect(
        error?.message == """
          The window of table “shelves” does not show the rows next to this place; call \
          `show(around:)` first.
          """)
      #expect(throws: TableError.self) { try shelves.rows.position(before: neighbour) }
    }
    #expect(ids == [2, 3, 4, 5])
    try await shelves.rows.move(5, before: 3)
    #expect(ids == [2, 5, 3, 4])
    let other = await #expect(throws: TableError.self) {
      try await shelves.rows.move(8, before: 3)
    }
    #expect(other?.code == .key)
    // The ends of the table.
    try await shelves.showBeginning()
    try await shelves.rows.move(2, before: 0)
    #expect(ids == [2, 0, 1, 5])
    if counting {
      try await shelves.showEnd()
      try await shelves.rows.move(6, before: nil)
      #expect(ids == [4, 7, 8, 6])
    }
  }

  /// A read that began before the window was moved does not make it current.
  @Test func loadingLastsUntilTheRowsAreShown() async throws {
    let memory = try store(20)
    let store = HeldStore(memory)
    let orders = try await TableList<Order>.window(of: "orders", at: store, count: 4)
    let earlier = store.hold(.rows)
    try memory.set("title", .text("Heidi"), of: 0)
    await store.arrival(at: .rows)
    let showing = Task { try await orders.show(around: 10) }
    // Its two queries for the place are not held; the first read is still under way.
    for await state in orders.rows.states() { if case .loading = state { break } }
    let later = store.hold(.rows)
    earlier.open()
    await store.arrival(at: .rows)
    guard case .loading = orders.rows.state else {
      throw TableError(.closed, "The state is \(orders.rows.state).")
    }
    later.open()
    try await showing.value
    #expect(orders.rows.state.isCurrent)
    #expect(orders.list.snapshot().map(\.id) == [8, 9, 10, 11])
  }
}
