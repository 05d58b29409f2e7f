import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Waits from tasks that a body starts", .timeLimit(.minutes(3)))
struct ChildTaskWaitTests {
  @Test func aWaitInAChildTaskDoesNotFreeTheSlot() {
    let desk = SteppedManager(limit: 1)
    let slow = OperationManager.shared.prepare("slow") {}
    let gate = Gate()
    let first = desk.manager.submit("first") {
      async let value: Void = slow.value
      // The body itself does not wait for an operation.
      await gate.wait()
      try? await value
    }
    let second = desk.manager.submit("second") {}
    desk.run()
    #expect(first.state == .executing && second.state == .ready)
    slow.cancel()
    gate.open()
    desk.run()
    #expect(first.word == "succeeded" && second.word == "succeeded")
  }

  @Test func aWaitInAnUnstructuredTaskDoesNotFreeTheSlot() {
    let desk = SteppedManager(limit: 1)
    let slow = OperationManager.shared.prepare("slow") {}
    let gate = Gate()
    let first = desk.manager.submit("first") {
      Task(executorPreference: desk.executor) { try await slow.value }
      await gate.wait()
    }
    let second = desk.manager.submit("second") {}
    desk.run()
    #expect(first.state == .executing && second.state == .ready)
    gate.open()
    desk.run()
    #expect(first.word == "succeeded" && second.word == "succeeded")
    slow.cancel()
    desk.run()
  }

  @Test func aTaskThatOutlivesTheBodyMayWaitForDependents() async throws {
    let desk = SteppedManager()
    let later = Locked<OperationHandle<Int>?>(nil)
    let gate = Gate()
    let outer = desk.manager.submit("outer") { () -> Task<Int, any Error> in
      let task = Task(executorPreference: desk.executor) { try await later.withLock { $0 }!.value }
      await gate.wait()
      return task
    }
    let refresh = desk.manager.submit("refresh", following: outer) { 7 }
    later.withLock { $0 = refresh }
    desk.run()
    gate.open()
    desk.run()
    #expect(try await outer.value.value == 7)
  }

  @Test func aTaskOfABodyMayWaitUntilTheManagerIsIdle() async throws {
    let desk = SteppedManager()
    let gate = Gate()
    let outer = desk.manager.submit("outer") { () -> Task<Void, any Error> in
      let task = Task(executorPreference: desk.executor) { try await desk.manager.waitUntilIdle() }
      await gate.wait()
      return task
    }
    desk.run()
    gate.open()
    desk.run()
    try await outer.value.value
  }

  /// A wait that is cancelled ends immediately, even if its slot has been given to another: until
  /// one of them ends, one more executes than the limit allows, and none starts.
  @Test func aBodyWhoseWaitIsCancelledContinuesBeyondTheLimit() {
    let desk = SteppedManager(limit: 1)
    let slow = OperationManager("other").prepare("slow") {}
    let (tidies, gate) = (Gate(), Gate())
    let first = desk.manager.submit("first") {
      try? await slow.value
      await tidies.wait()
    }
    let second = desk.manager.submit("second") { await gate.wait() }
    let third = desk.manager.submit("third") {}
    desk.run()
    #expect(second.state == .executing)
    first.cancel()
    desk.run()
    // The body of the first has resumed: only its own gate holds it.
    tidies.open()
    desk.run()
    #expect(first.word == "succeeded")
    #expect(second.state == .executing && third.state == .ready)
    gate.open()
    desk.run()
    #expect(third.word == "succeeded")
    slow.cancel()
  }
}
