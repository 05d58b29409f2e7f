import StagecraftLists
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(3))) struct TableListLifetimeTests {
  @Test func theTableIsClosedWhenItsListsAreReleased() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    var filtered: FilteredList<Order>?
    weak var released: TableCore<Order>?
    let states: AsyncStream<TableState>
    do {
      let orders = try await TableList<Order>("orders", at: store)
      released = orders.core
      states = orders.states()
      filtered = orders.list.filtered { $0.due > 0 }
    }
    // The derived list keeps following.
    await change(store, watching: try #require(filtered))
    filtered = nil
    // The stream ends when the list does.
    var last: TableState?
    for await state in states { last = state }
    guard case .closed = last else {
      throw TableError(.closed, "The last state is \(last as Any).")
    }
    #expect(released == nil)
  }

  private func change(_ store: MemoryTableStore, watching list: FilteredList<Order>) async {
    let transitions = list.transitions(initial: false)
    #expect(throws: Never.self) { try store.set("due", .integer(1), of: 1) }
    for await transition in transitions {
      #expect(transition.new.count == 1)
      break
    }
  }

  @Test func editsThatAreConfirmedAreForgotten() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    let orders = try await TableList<Order>("orders", at: store)
    try await orders.updateNow(1) { $0.due = 1 }.confirmed()
    await orders.settle()
    #expect(orders.core.overlay.isEmpty)
  }
}
