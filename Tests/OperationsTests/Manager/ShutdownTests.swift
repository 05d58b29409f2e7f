import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Shutting down, and waits with a time limit", .timeLimit(.minutes(3)))
struct ShutdownTests {
  @Test func existingOperationsEndAndNewOnesAreRefused() async {
    let manager = OperationManager("desk")
    let gate = Gate()
    let there = manager.submit("there") { await gate.wait() }
    let prepared = manager.prepare("prepared") {}
    // An open scope remains open until it is left.
    let (opened, closing) = (Gate(), Gate())
    let held = Locked<OperationScope?>(nil)
    let scoping = Task {
      try await manager.withScope { scope in
        held.withLock { $0 = scope }
        opened.open()
        await closing.wait()
      }
    }
    await opened.wait()
    let scope = held.withLock { $0 }
    let shutdown = Task { await manager.shutdown() }
    try? await prepared.waitForEnd()
    let late = manager.submit("late") { Issue.record("never") }
    #expect(late.word == "cancelled" && late.cancellationReason?.kind == .shutdown)
    let error = await #expect(throws: OperationError.self) { try await late.value }
    #expect(error?.description == "“late” was cancelled: its manager was shut down.")
    #expect(!prepared.submit() && prepared.cancellationReason?.kind == .shutdown)
    #expect(!manager.prepare("new") {}.submit())
    let shared = manager.shared("key") { Greeting() }
    #expect(shared.cancellationReason?.kind == .shutdown)
    let scoped = try? await manager.withScope { $0.submit { Issue.record("never") } }
    #expect(scoped?.cancellationReason?.kind == .shutdown)
    let submitted = scope?.submit { Issue.record("never") }
    #expect(submitted?.cancellationReason?.kind == .shutdown)
    closing.open()
    try? await scoping.value
    gate.open()
    let report = await shutdown.value
    #expect(report.isComplete && there.word == "succeeded")
    #expect(report.description == "“desk” is shut down: all of its operations had ended.")
    #expect(manager.operationCount == 0)
  }

  @Test func remainingOperationsAreCancelledAtTheDeadline() async throws {
    let desk = SteppedManager(limit: 1)
    let gate = Gate()
    let running = desk.manager.submit("running") {
      await gate.wait()
      try Task.checkCancellation()
    }
    let next = desk.manager.submit("next") { Issue.record("never") }
    let after = desk.manager.submit("after", following: next) { Issue.record("never") }
    desk.run()
    let shutdown = Task { await desk.manager.shutdown(deadline: .seconds(5)) }
    try await desk.sleepThrough(.seconds(5))
    let report = await shutdown.value
    #expect(report.cancelled == [next, after] && report.running == [running])
    #expect(
      report.description == """
        “desk” is shut down. 2 operations were cancelled before the end: “next”, “after”. \
        1 operation was asked to stop, and may still run: “running”.
        """)
    gate.open()
    desk.run()
    #expect(running.cancellationReason?.kind == .shutdown)
    #expect(await desk.manager.shutdown().isComplete)
  }

  @Test func childrenOfExistingOperationsAreAccepted() async {
    let desk = SteppedManager()
    let gate = Gate()
    let parent = desk.manager.submit("parent") { () -> Int? in
      let context = OperationContext.current
      await gate.wait()
      return try await context?.children.submit("child") { 7 }.value
    }
    desk.run()
    let shutdown = Task(executorPreference: desk.executor) { await desk.manager.shutdown() }
    desk.run()
    #expect(Engine.shared.lock.withLock { desk.manager.rejectsOperations })
    gate.open()
    desk.run()
    #expect(parent.outcome?.value == 7)
    #expect(await shutdown.value.isComplete)
  }

  @Test func aBodyThatShutsDownItsManagerDoesNotWait() async throws {
    let manager = OperationManager("desk")
    let own = manager.submit("own") { await manager.shutdown(deadline: .seconds(100)) }
    let report = try await own.value
    #expect(report.running == [own])
  }

  @Test func aCancelledTaskEndsTheWaitForTheDeadline() async {
    let manager = OperationManager("desk")
    let waiting = manager.submit("waiting", after: manager.prepare("never") {}) { _ in }
    let other = OperationManager("other").prepare("never") {}
    let left = manager.submit("left", after: other) { _ in }
    let shutdown = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await manager.shutdown(deadline: .seconds(100))
    }
    #expect(await shutdown.value.cancelled == [left])
    #expect(waiting.word == "cancelled")
  }

  struct Greeting: AsyncOperation {
    func run(_ context: OperationContext) async throws {}
  }

  // MARK: Timeouts

  @Test func aWaitForAValueTimesOut() async throws {
    let desk = SteppedManager()
    let gate = Gate()
    let slow = desk.manager.submit("slow") { () -> Int in
      await gate.wait()
      return 1
    }
    desk.run()
    let wait = Task { try await slow.value(timeout: .seconds(2)) }
    try await desk.sleepThrough(.seconds(2))
    #expect(try await wait.value == nil)
    gate.open()
    desk.run()
    #expect(try await slow.value(timeout: .seconds(2)) == 1)
    #expect(try await slow.waitForEnd(timeout: .zero))
    #expect(Engine.shared.lock.withLock { desk.manager.deadlines.earliest } == nil)
  }

  @Test func aWaitForAnIdleManagerTimesOut() async throws {
    let desk = SteppedManager()
    let gate = Gate()
    desk.manager.submit("slow") { await gate.wait() }
    desk.run()
    let wait = Task { try await desk.manager.waitUntilIdle(timeout: .seconds(2)) }
    try await desk.sleepThrough(.seconds(2))
    #expect(try await wait.value == false)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await desk.manager.waitUntilIdle(timeout: .seconds(2))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    gate.open()
    desk.run()
    #expect(try await desk.manager.waitUntilIdle(timeout: .seconds(2)))
  }

  @Test func aCancelledTaskEndsAWaitWithATimeout() async {
    let slow = OperationManager("desk").prepare("slow") {}
    let wait = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await slow.waitForEnd(timeout: .seconds(100))
    }
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  /// A body whose wait has timed out gets its slot back first: the limit holds.
  @Test func aBodyWhoseWaitTimedOutContinuesInItsSlot() async throws {
    let desk = SteppedManager(limit: 1)
    let never = OperationManager("other", configuration: desk.manager.configuration)
      .prepare("never") {}
    let gate = Gate()
    let first = desk.manager.submit("first") { try await never.waitForEnd(timeout: .seconds(2)) }
    desk.run()
    let second = desk.manager.submit("second") { await gate.wait() }
    let later = Task(executorPreference: desk.executor) {
      try await never.waitForEnd(timeout: .seconds(9))
    }
    desk.run()
    #expect(first.state == .executing && second.state == .executing)
    try await desk.sleepThrough(.seconds(2))
    // The manager sleeps until the later deadline once it has ended the first wait.
    try await desk.clock.nextSleep()
    desk.run()
    #expect(first.state == .executing && second.state == .executing)
    gate.open()
    desk.run()
    #expect(first.outcome?.value == false && second.word == "succeeded")
    never.cancel()
    desk.run()
    #expect(try await later.value)
  }
}
