import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Handles", .timeLimit(.minutes(3)))
struct HandleTests {
  private func states(of handle: AnyOperationHandle) async -> [AnyOperationHandle.State] {
    var states: [AnyOperationHandle.State] = []
    for await state in handle.states { states.append(state) }
    return states
  }

  @Test("All states arrive in order") func fiveStates() async {
    let desk = SteppedManager()
    let login = desk.manager.submit("login") {}
    let favourite = desk.manager.submit("favourite", following: login) {}
    let comment = desk.manager.submit("comment", following: favourite) {}
    let (first, second) = (favourite.states, comment.states)
    comment.cancel()
    desk.run()
    var seen: [AnyOperationHandle.State] = []
    for await state in first { seen.append(state) }
    #expect(seen == [.waiting, .ready, .executing, .ended(.succeeded)])
    seen = []
    for await state in second { seen.append(state) }
    #expect(seen == [.waiting, .ended(.cancelled)])
    #expect(await states(of: favourite) == [.ended(.succeeded)])
  }

  @Test("A late dependency and a retry return an operation to waiting") func statesBack()
    async throws
  {
    let desk = SteppedManager()
    let gate = Gate()
    let login = desk.manager.submit("login") { await gate.wait() }
    desk.run()
    var options = OperationOptions("favourite")
    options.retry = .times(1, delay: .constant(.seconds(1)))
    let favourite = desk.manager.submit(options) {
      if OperationContext.current?.attempt == 1 { throw Broken() }
    }
    let states = favourite.states
    try favourite.addDependency(following: login)
    gate.open()
    desk.run()
    try await desk.sleepThrough(.seconds(1))
    try await desk.runNext()
    var seen: [AnyOperationHandle.State] = []
    for await state in states { seen.append(state) }
    #expect(
      seen == [
        .ready, .waiting, .ready, .executing, .waiting, .ready, .executing, .ended(.succeeded),
      ])
  }

  @Test("Outcome and ending are known immediately and never change") func outcome() async {
    let desk = SteppedManager()
    let good = desk.manager.submit { 1 }
    let bad = desk.manager.submit { () async throws -> Int in throw Broken() }
    #expect(good.outcome == nil && good.ending == nil)
    desk.run()
    good.cancel()
    bad.abandon()
    #expect(good.outcome?.value == 1 && good.ending == .succeeded)
    guard case .failure(let error) = bad.outcome else { return #expect(Bool(false)) }
    #expect(error is Broken)
    await #expect(throws: Broken.self) { try await bad.value }
  }

  @Test("Cancelling a running body cancels its task; its value still counts")
  func cancelRunning() async {
    let desk = SteppedManager()
    let gate = Gate()
    let kept = desk.manager.submit("kept") {
      await gate.wait()
      return (Task.isCancelled, OperationContext.current?.isCancelled)
    }
    let thrown = desk.manager.submit("thrown") {
      await gate.wait()
      try Task.checkCancellation()
    }
    let other = desk.manager.submit("other") {
      await gate.wait()
      return Task.isCancelled
    }
    desk.run()
    #expect(kept.cancel() && thrown.cancel())
    #expect(kept.state == .executing)
    gate.open()
    desk.run()
    #expect(kept.outcome?.value?.0 == true && kept.outcome?.value?.1 == true)
    #expect(thrown.word == "cancelled")
    #expect(thrown.cancellationReason?.kind == .requested)
    #expect(other.outcome?.value == false)
    let error = await #expect(throws: OperationError.self) { try await thrown.value }
    #expect(error?.description == "“thrown” was cancelled: on request.")
  }

  @Test("An abandoned operation ends immediately, and its late return has no effect")
  func abandon() async {
    let desk = SteppedManager(limit: 1)
    let gate = Gate()
    let slow = desk.manager.submit("slow") {
      await gate.wait()
      return 1
    }
    let next = desk.manager.submit("next") { 2 }
    let last = desk.manager.submit("last", following: slow) { 3 }
    desk.run()
    #expect(slow.abandon())
    #expect(!slow.abandon())
    #expect(slow.word == "cancelled")
    #expect(slow.cancellationReason?.kind == .abandoned)
    desk.run()
    #expect(next.outcome?.value == 2 && last.outcome?.value == 3)
    #expect(desk.manager.operationCount == 0)
    gate.open()
    desk.run()
    #expect(slow.outcome?.value == nil)
    #expect(desk.manager.submit { 4 }.abandon())
  }

  @Test("Operations with a tag are cancelled together") func tags() {
    let desk = SteppedManager()
    var options = OperationOptions("cover")
    options.tags = ["page 1"]
    let cover = desk.manager.submit(options) {}
    let other = desk.manager.submit {}
    desk.manager.cancelAll(tagged: "page 1")
    desk.run()
    #expect(cover.word == "cancelled" && other.word == "succeeded")
  }

  @Test("Cancelling all operations starts none of them") func cancelAll() {
    let desk = SteppedManager(limit: 1)
    let first = desk.manager.submit {}
    let second = desk.manager.submit(following: first) { Issue.record("never") }
    desk.manager.cancelAll()
    desk.run()
    #expect(second.word == "cancelled" && desk.manager.operationCount == 0)
  }

  @Test("Suspending does not affect running operations") func suspend() {
    let desk = SteppedManager(limit: 1)
    let gate = Gate()
    let first = desk.manager.submit { await gate.wait() }
    let second = desk.manager.submit {}
    desk.run()
    desk.manager.suspend()
    gate.open()
    desk.run()
    #expect(first.word == "succeeded" && second.state == .ready)
    desk.manager.resume()
    desk.run()
    #expect(second.word == "succeeded")
  }

  @Test("The limit can be raised and lowered") func limits() {
    let desk = SteppedManager(limit: 1)
    let gates = (0..<4).map { _ in Gate() }
    let handles = gates.map { gate in desk.manager.submit { await gate.wait() } }
    desk.run()
    #expect(handles.filter { $0.state == .executing }.count == 1)
    desk.manager.maximumConcurrency = 3
    desk.run()
    #expect(handles.filter { $0.state == .executing }.count == 3)
    desk.manager.maximumConcurrency = 1
    gates[0].open()
    gates[1].open()
    desk.run()
    #expect(handles.filter { $0.state == .executing }.count == 1)
    desk.manager.maximumConcurrency = nil
    #expect(desk.manager.maximumConcurrency == nil)
    desk.run()
    #expect(handles.filter { $0.state == .executing }.count == 2)
    for gate in gates { gate.open() }
    desk.run()
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Cancelling a waiting task cancels only the wait") func waiterIsCancelled() async throws {
    let desk = SteppedManager()
    let handle = desk.manager.submit { 1 }
    let waiter = Task { try await handle.value }
    let early = Task { () -> Int in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await handle.value
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(handle.state == .ready)
    desk.run()
    #expect(try await handle.value == 1)
  }

  @Test("Waiting until a manager is idle") func idle() async throws {
    let desk = SteppedManager()
    try await desk.manager.waitUntilIdle()
    let handle = desk.manager.submit {}
    let idle = Task { try await desk.manager.waitUntilIdle() }
    let cancelled = Task { try await desk.manager.waitUntilIdle() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    desk.run()
    try await idle.value
    #expect(handle.word == "succeeded")
    let inside = desk.manager.submit("inside") { try await desk.manager.waitUntilIdle() }
    desk.run()
    let error = await #expect(throws: OperationError.self) { try await inside.value }
    #expect(error?.kind == .wouldDeadlock)
  }

  @Test("Priorities are inherited along edges and can be set") func priorities() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    let login = desk.manager.submit(OperationOptions("login", priority: .low)) { log.note("login") }
    let other = desk.manager.submit("other") { log.note("other") }
    let page = desk.manager.submit(OperationOptions("page", priority: .urgent), following: login) {
      log.note("page")
    }
    #expect(login.priority == .urgent)
    other.priority = .background
    desk.run()
    #expect(log.entries == ["login", "page", "other"])
    #expect(page.word == "succeeded")
  }

  @Test("Without a name, it is named after its call site") func name() {
    let desk = SteppedManager()
    #expect(desk.manager.submit {}.name.hasPrefix("HandleTests.swift:"))
  }

  /// Reading a value must not be a modifying access, which the thread sanitizer reports.
  @Test("Many threads read a value at the same time") func concurrentReads() async throws {
    let handle = OperationManager("desk").submit("shelf") { [1, 2, 3] }
    try await handle.waitForEnd()
    let reads = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask(executorPreference: OwnThreads()) {
          (0..<1000).count { _ in
            if case .success([1, 2, 3]) = handle.outcome { true } else { false }
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(reads == 8000)
  }

  /// A weak reference must not be copied bit by bit, as some platforms register its address.
  @Test("A value with a weak reference has a place of its own") func weakValue() async throws {
    let gate = Gate()
    let handle = OperationManager("desk").submit("reader") { WeakReader(reader: gate) }
    #expect(try await handle.value.reader === gate)
    #expect(OperationHandle<[Int]>.isStoredInline)
  }
}

private struct WeakReader: Sendable {
  weak let reader: Gate?
}
