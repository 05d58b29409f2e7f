import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// Several modules need one login; one of them gives up just after another has requested it.
@Suite("Interest in shared operations", .timeLimit(.minutes(3)))
struct SharedInterestTests {
  private struct Login: AsyncOperation {
    let gate: Gate
    let count: Locked<Int>

    func run(_ context: OperationContext) async throws -> Int {
      count.withLock { $0 += 1 }
      await gate.wait()
      try Task.checkCancellation()
      return 7
    }
  }

  private let desk = SteppedManager()
  private let gate = Gate()
  private let count = Locked(0)

  private func login() -> OperationHandle<Int> {
    desk.manager.shared("login") { Login(gate: gate, count: count) }
  }

  private var isUnwanted: Bool {
    desk.manager.operations.contains { $0.name == "Login" && $0.core.details.isCancelRequested }
  }

  @Test("A reserved login survives the cancellation of another module")
  func reserved() {
    let favourite = desk.manager.submit("favourite", after: login()) { $0 }
    desk.run()
    let handle = login()
    favourite.cancel()
    desk.run()
    let comment = desk.manager.submit("comment", after: handle) { $0 }
    gate.open()
    desk.run()
    #expect(comment.outcome?.value == 7)
    #expect(favourite.word == "cancelled")
    #expect(count.withLock { $0 } == 1)
  }

  @Test("A reserved login can be awaited after all others have cancelled")
  func reservedForAWaiter() async throws {
    let favourite = desk.manager.submit("favourite", after: login()) { $0 }
    desk.run()
    let handle = login()
    favourite.cancel()
    desk.run()
    gate.open()
    let waiter = Task { try await handle.value }
    while handle.outcome == nil { desk.run() }
    #expect(try await waiter.value == 7)
  }

  @Test("A handle that is released unused no longer counts") func droppedHandle() {
    let favourite = desk.manager.submit("favourite", after: login()) { $0 }
    desk.run()
    var unused: OperationHandle<Int>? = login()
    favourite.cancel()
    #expect(!isUnwanted)
    _ = unused.map { $0.state }
    unused = nil
    #expect(isUnwanted)
    gate.open()
    desk.run()
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Edges of one module do not end the reservation of another") func oneHandleEach() {
    let first = login()
    let edges = (0..<3).map { _ in desk.manager.submit(after: first) { $0 } }
    desk.run()
    let second = login()
    for edge in edges { edge.cancel() }
    #expect(!isUnwanted)
    let comment = desk.manager.submit("comment", following: second) { 2 }
    #expect(!isUnwanted)
    comment.cancel()
    #expect(isUnwanted)
    gate.open()
    desk.run()
  }

  @Test("An operation that was never needed runs to its end") func notNeeded() {
    _ = login()
    _ = login()
    gate.open()
    desk.run()
    #expect(desk.manager.operationCount == 0)
    #expect(count.withLock { $0 } == 1)
    #expect(desk.manager.currentProgress.finished == 1)
  }

  @Test("An edge keeps its handle alive") func edgeOfAHandle() {
    let favourite = desk.manager.submit("favourite", after: login()) { $0 }
    desk.run()
    let edge = login().result
    favourite.cancel()
    #expect(!isUnwanted)
    let comment = desk.manager.submit(after: edge) { try $0.get() }
    gate.open()
    desk.run()
    #expect(comment.outcome?.value == 7)
  }

  @Test("All handles of an operation have the same state") func sameAnswers() async throws {
    let first = login()
    let second = login()
    #expect(first == second)
    #expect(Set([first, second]).count == 1)
    desk.run()
    #expect(first.state == .executing && second.state == .executing)
    #expect(first.name == second.name)
    let updates = second.states
    gate.open()
    desk.run()
    var states: [AnyOperationHandle.State] = []
    for await state in updates { states.append(state) }
    #expect(states == [.executing, .ended(.succeeded)])
    #expect(first.outcome?.value == 7 && second.outcome?.value == 7)
    #expect(second.ending == .succeeded)
    #expect(second.fractionCompleted == 1)
    #expect(!second.cancel())
    #expect(try await second.value == 7)
  }

  @Test("A late edge and a condition end a reservation") func lateEdges() throws {
    let favourite = desk.manager.submit("favourite", after: login()) { $0 }
    desk.run()
    let late = desk.manager.prepare("late") { 1 }
    do {
      let handle = login()
      try late.addDependency(handle)
      favourite.cancel()
    }
    #expect(!isUnwanted)
    let asking = desk.manager.submit(
      "asking",
      conditions: [
        OperationCondition<Int>("login") { [count, gate] context in
          let handle = context.manager.shared("login") { Login(gate: gate, count: count) }
          return handle.outcome == nil ? .first(handle) : .proceed
        }
      ]
    ) { 1 }
    desk.run()
    late.cancel()
    #expect(!isUnwanted)
    asking.cancel()
    #expect(isUnwanted)
    gate.open()
    desk.run()
  }
}
