import StagecraftLists
import StagecraftTestKit
import Testing

@testable import StagecraftTableLists

/// What a list does by itself, on a clock that the test moves.
@Suite(.timeLimit(.minutes(3))) struct RetryTests {
  private let clock = ManualClock()

  @Test func afterAFailureAListReadsAgainAfterPausesThatDouble() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store, clock: clock)
    store.dropSignals()
    try store.set("title", .text("Heidi"), of: 1)
    store.fail(with: TableError(.unreachable, "The database is away."))
    await #expect(throws: TableError.self) { try await orders.catchUp() }
    guard case .stale(let since, _) = orders.state else {
      throw TableError(.closed, "The state is \(orders.state).")
    }
    var moment = Duration.zero
    for pause in [50, 100, 200, 400] {
      moment += .milliseconds(pause)
      #expect(try await clock.nextSleep().deadline.sinceStart == moment)
      // Since the first failure, and not the latest.
      guard case .stale(let still, let error) = orders.state else {
        throw TableError(.closed, "The state is \(orders.state).")
      }
      #expect(still == since && error.code == .unreachable)
      clock.advance(by: .milliseconds(pause))
    }
    #expect(try await clock.nextSleep().deadline.sinceStart == moment + .milliseconds(800))
    store.fail(with: nil)
    let transitions = orders.list.transitions(initial: false)
    clock.advance(by: .milliseconds(800))
    for await transition in transitions {
      #expect(transition.new[0].title == "Heidi")
      break
    }
    for await state in orders.states() where state.isCurrent { break }
  }

  @Test func aLostSignalCostsTheLongestSilence() async throws {
    let memory = try MemoryTableStore.orders(Order(1))
    let store = HeldStore(memory, longestSilence: .seconds(5))
    let orders = try await TableList<Order>("orders", at: store, clock: clock)
    memory.dropSignals()
    for title in ["Heidi", "Emil"] {
      try memory.set("title", .text(title), of: 1)
      let transitions = orders.list.transitions(initial: false)
      try await clock.nextSleep()
      clock.advance(by: .seconds(5))
      for await transition in transitions {
        #expect(transition.new[0].title == title)
        break
      }
    }
  }
}
