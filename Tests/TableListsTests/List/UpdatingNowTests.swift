import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(3))) struct UpdatingNowTests {
  @Test func anEditIsShownAtOnceAndThenCommitted() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    let orders = try await TableList<Order>("orders", at: store)
    let edit = try orders.updateNow(1) { $0.state = .ready }
    #expect(orders.list.snapshot()[id: 1]?.state == .ready)
    try await edit.confirmed()
    #expect(store.rows(of: "orders")[0].values[2] == .text("ready"))
    try await orders.update(1) { $0.title = "Heidi" }
    #expect(orders.list.snapshot()[id: 1] == Order(1, "Heidi", .ready))
  }

  @Test func aConflictTakesTheEditBackAndCarriesBothRows() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    store.dropSignals()
    try store.set("title", .text("Heidi"), of: 1)
    let edit = try orders.updateNow(1) { $0.due = 3 }
    let conflict = await #expect(throws: TableConflict<Order>.self) { try await edit.confirmed() }
    #expect(conflict?.yours == Order(1, due: 3))
    #expect(conflict?.theirs == Order(1, "Heidi"))
    #expect(orders.list.snapshot()[id: 1] == Order(1, "Heidi"))
    try await edit.retry().confirmed()
    #expect(orders.list.snapshot()[id: 1] == Order(1, "Heidi", due: 3))
  }

  @Test func aRefusedEditIsTakenBack() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    store.fail(with: TableError(.diskFull, "The disk is full."))
    let edit = try orders.updateNow(1) { $0.due = 3 }
    let error = await #expect(throws: TableError.self) { try await edit.confirmed() }
    #expect(error?.code == .diskFull)
    #expect(orders.list.snapshot()[id: 1] == Order(1))
    #expect(orders.state.error?.code == .diskFull)
    store.fail(with: nil)
    try await orders.catchUp()
    #expect(orders.state.isCurrent)
  }

  /// A row of others that does not decode must not keep edits from being written.
  @Test func aStaleListWritesItsEditsAndKeepsShowingThem() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    let orders = try await TableList<Order>("orders", at: store)
    try store.set("state", .text("lost"), of: 2)
    try await orders.updateNow(1) { $0.due = 1 }.confirmed()
    try await orders.updateNow(1) { $0.due = 2 }.confirmed()
    await orders.settle()
    #expect(store.rows(of: "orders")[0].values[3] == .integer(2))
    #expect(orders.list.snapshot()[id: 1]?.due == 2)
    #expect(orders.state.error?.code == .undecodableRow)
    try store.set("state", .text("ready"), of: 2)
    try await orders.catchUp()
    #expect(orders.list.snapshot()[id: 1]?.due == 2)
    #expect(orders.core.overlay.isEmpty)
  }

  @Test func anEditThatIsAwaitedDoesNotOvertakeOnesThatAreShown() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    let edit = try orders.updateNow(1) { $0.due = 3 }
    try await orders.update(1) { $0.title = "Heidi" }
    try await edit.confirmed()
    #expect(orders.list.snapshot()[id: 1] == Order(1, "Heidi", due: 3))
  }

  @Test func editsOfOneRowAreWrittenInTheirOrder() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    var edits: [PendingEdit<Order>] = []
    for _ in 0..<20 { edits.append(try orders.updateNow(1) { $0.due += 1 }) }
    #expect(orders.list.snapshot()[id: 1]?.due == 20)
    for edit in edits { try await edit.confirmed() }
    #expect(store.rows(of: "orders")[0].values[3] == .integer(20))
  }

  @Test func aLaterEditStaysShownWhenTheOneBeforeItIsConfirmed() async throws {
    let store = HeldStore(try MemoryTableStore.orders(Order(1)))
    let orders = try await TableList<Order>("orders", at: store)
    let first = store.hold(.writing)
    let edit = try orders.updateNow(1) { $0.due = 1 }
    await store.arrival(at: .writing)
    let second = store.hold(.writing)
    let later = try orders.updateNow(1) { $0.due = 2 }
    first.open()
    try await edit.confirmed()
    // The read after the first edit has ended, and the second one is being written.
    await store.arrival(at: .writing)
    #expect(orders.list.snapshot()[id: 1]?.due == 2)
    second.open()
    try await later.confirmed()
    #expect(orders.list.snapshot()[id: 1]?.due == 2)
  }

  @Test func anEditOnAnEditThatWasTakenBackIsTakenBackToo() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    store.dropSignals()
    try store.set("note", .text("late"), of: 1)
    let first = try orders.updateNow(1) { $0.due = 3 }
    let second = try orders.updateNow(1) { $0.title = "Heidi" }
    await #expect(throws: TableConflict<Order>.self) { try await first.confirmed() }
    await #expect(throws: TableConflict<Order>.self) { try await second.confirmed() }
    #expect(orders.list.snapshot()[id: 1]?.title == "Momo")
    #expect(orders.list.snapshot()[id: 1]?.note == "late")
  }

  @Test func aRowThatOthersHaveRemovedDisappears() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    let orders = try await TableList<Order>("orders", at: store)
    store.dropSignals()
    try store.remove(1)
    let edit = try orders.updateNow(1) { $0.due = 3 }
    let conflict = await #expect(throws: TableConflict<Order>.self) { try await edit.confirmed() }
    #expect(conflict != nil && conflict?.theirs == nil)
    #expect(orders.list.snapshot().map(\.id) == [2])
  }
}
