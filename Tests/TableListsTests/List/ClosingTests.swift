import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

/// After `close()` has returned, nothing changes, also if a read or an edit was under way.
@Suite(.timeLimit(.minutes(3))) struct ClosingTests {
  @Test(arguments: [HeldStore.Point.changes, .readAll]) func aReadUnderWayShowsNothing(
    point: HeldStore.Point
  ) async throws {
    let memory = try MemoryTableStore.orders(Order(1))
    let store = HeldStore(memory)
    let orders = try await TableList<Order>("orders", at: store)
    memory.dropSignals()
    try memory.set("title", .text("Heidi"), of: 1)
    if point == .readAll { memory.forgetChanges(of: "orders") }
    _ = store.hold(point)
    let waiting = Task { try await orders.catchUp() }
    await store.arrival(at: point)
    let version = orders.list.snapshot().version
    // The read has its answer, and ends before this returns.
    await orders.close()
    let error = await #expect(throws: TableError.self) { try await waiting.value }
    #expect(error?.code == .closed)
    #expect(orders.list.snapshot().version == version)
    #expect(orders.list.snapshot()[0].title == "Momo")
    guard case .closed = orders.state else {
      throw TableError(.closed, "The state is \(orders.state).")
    }
  }

  @Test func anEditThatIsNotWrittenIsTakenBackBeforeCloseReturns() async throws {
    let memory = try MemoryTableStore.orders(Order(1))
    let store = HeldStore(memory)
    let orders = try await TableList<Order>("orders", at: store)
    _ = store.hold(.writing)
    let edit = try orders.updateNow(1) { $0.due = 1 }
    let second = try orders.updateNow(1) { $0.due = 2 }
    await store.arrival(at: .writing)
    await orders.close()
    #expect(orders.list.snapshot()[0].due == 0)
    for edit in [edit, second] {
      let error = await #expect(throws: TableError.self) { try await edit.confirmed() }
      #expect(error?.code == .closed)
    }
    let error = #expect(throws: TableError.self) { try orders.updateNow(1) { $0.due = 3 } }
    #expect(error?.code == .closed)
    #expect(orders.list.snapshot()[0].due == 0)
  }

  @Test func theEditBeforeOneThatIsNotWrittenStays() async throws {
    let memory = try MemoryTableStore.orders(Order(1))
    let store = HeldStore(memory)
    let orders = try await TableList<Order>("orders", at: store)
    _ = store.hold(.written)
    let first = try orders.updateNow(1) { $0.due = 1 }
    let second = try orders.updateNow(1) { $0.due = 2 }
    await store.arrival(at: .written)
    await orders.close()
    try await first.confirmed()
    await #expect(throws: TableError.self) { try await second.confirmed() }
    await orders.settle()
    #expect(orders.list.snapshot()[0].due == 1)
  }

  @Test func anEditThatIsWrittenStays() async throws {
    let memory = try MemoryTableStore.orders(Order(1), Order(2))
    let store = HeldStore(memory)
    let orders = try await TableList<Order>("orders", at: store)
    _ = store.hold(.written)
    let edit = try orders.updateNow(1) { $0.due = 1 }
    await store.arrival(at: .written)
    await orders.close()
    try await edit.confirmed()
    #expect(orders.list.snapshot()[0].due == 1)
    #expect(memory.rows(of: "orders")[0].values[3] == .integer(1))
  }

  /// The edit is committed, and its row could not be read again before the list was closed.
  @Test func anEditOfAStaleListStaysWhenAReadEndsAfterClosing() async throws {
    let memory = try MemoryTableStore.orders(Order(1), Order(2))
    let store = HeldStore(memory)
    let orders = try await TableList<Order>("orders", at: store)
    try memory.set("state", .text("lost"), of: 2)
    try await orders.updateNow(1) { $0.due = 1 }.confirmed()
    await orders.settle()
    _ = store.hold(.changes)
    try memory.set("state", .text("ready"), of: 2)
    await store.arrival(at: .changes)
    await orders.close()
    #expect(orders.list.snapshot()[id: 1]?.due == 1)
  }
}
