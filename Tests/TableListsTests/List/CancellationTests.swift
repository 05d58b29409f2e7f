import StageFloor
import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

/// What a cancelled task gets from each method that waits.
@Suite(.timeLimit(.minutes(3))) struct CancellationTests {
  private let memory: MemoryTableStore
  private let store: HeldStore

  init() throws {
    memory = try MemoryTableStore.orders(Order(1), Order(2))
    store = HeldStore(memory)
  }

  private func open() async throws -> TableList<Order> {
    try await TableList<Order>("orders", at: store)
  }

  @Test func catchUpEndsAndTheReadGoesOn() async throws {
    let orders = try await open()
    memory.dropSignals()
    try memory.set("title", .text("Heidi"), of: 1)
    let transitions = orders.list.transitions(initial: false)
    let gate = store.hold(.changes)
    let waiting = Task { try await orders.catchUp() }
    await store.arrival(at: .changes)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.open()
    for await transition in transitions {
      #expect(transition.new[0].title == "Heidi")
      break
    }
  }

  @Test func aCancelledTransactionWritesNothing() async throws {
    let orders = try await open()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await orders.update(1) { $0.due = 1 }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(memory.rows(of: "orders")[0].values[3] == .integer(0))
  }

  /// Each edit has been passed to the store, which commits it.
  @Test(arguments: 0..<5) func anEditThatIsBeingWrittenIsCommittedAndReturns(
    edit: Int
  ) async throws {
    let orders = try await TableList<Order>(
      "orders", at: store, orderedBy: .positions(in: "title"))
    memory.dropSignals()
    let gate = store.hold(.writing)
    let task = Task {
      switch edit {
      case 0: try await orders.insert(Order(3))
      case 1: _ = try await orders.update(1) { $0.due = 1 }
      case 2: _ = try await orders.remove(1)
      case 3: try await orders.move(1, before: nil)
      default: _ = try await orders.transaction { $0.remove(1) }
      }
    }
    await store.arrival(at: .writing)
    task.cancel()
    gate.open()
    try await task.value
    let before = [Order(1), Order(2)]
    #expect(memory.orders() != before)
    // The read that follows goes on.
    try await orders.catchUp()
    #expect(Array(orders.list.snapshot()).sorted { $0.id < $1.id } == memory.orders())
  }

  @Test func waitingForAShownEditEndsAndTheEditIsWritten() async throws {
    let orders = try await open()
    let gate = store.hold(.writing)
    let edit = try orders.updateNow(1) { $0.due = 1 }
    let waiting = Task { try await edit.confirmed() }
    await store.arrival(at: .writing)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.open()
    try await edit.confirmed()
    #expect(memory.orders()[0].due == 1)
  }

  @Test func aWindowShowsItsRowsAllTheSame() async throws {
    let orders = try await TableList<Order>.window(of: "orders", at: store, count: 1)
    let transitions = orders.list.transitions(initial: false)
    let gate = store.hold(.rows)
    let task = Task { try await orders.showEnd() }
    // The first query finds the place; the second one reads the rows.
    await store.arrival(at: .rows)
    let second = store.hold(.rows)
    gate.open()
    await store.arrival(at: .rows)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    guard case .loading = orders.rows.state else {
      throw TableError(.closed, "The state is \(orders.rows.state).")
    }
    second.open()
    for await transition in transitions {
      #expect(transition.new.map(\.id) == [2])
      break
    }
  }

  @Test func closingIsNotEndedEarly() async throws {
    let orders = try await open()
    _ = store.hold(.written)
    let edit = try orders.updateNow(1) { $0.due = 1 }
    await store.arrival(at: .written)
    let closing = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await orders.close()
    }
    await closing.value
    // It was waited for.
    #expect(edit.isFinished)
    #expect(orders.list.snapshot()[0].due == 1)
  }
}

extension PendingEdit {
  fileprivate var isFinished: Bool { state.withLock { $0.result != nil } }
}
