import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Retries, timeouts and expiry", .timeLimit(.minutes(3)))
struct TimeLimitTests {
  @Test("A failed attempt is retried after its delay") func retry() async throws {
    let desk = SteppedManager()
    var options = OperationOptions("fetch")
    options.retry = .times(2, delay: .exponential(from: .seconds(1), factor: 2, upTo: .seconds(9)))
    let log = Log()
    let handle = desk.manager.submit(options) {
      log.note("\(OperationContext.current!.attempt) at \(desk.clock.now.sinceStart)")
      throw Broken()
    }
    desk.run()
    #expect(handle.state == .waiting)
    #expect(desk.manager.explain(handle) == "“fetch” pauses before attempt 2.")
    try await desk.sleepThrough(.seconds(1))
    try await desk.runNext()
    try await desk.sleepThrough(.seconds(2))
    try await desk.runNext()
    #expect(log.entries == ["1 at 0.0 seconds", "2 at 1.0 seconds", "3 at 3.0 seconds"])
    #expect(handle.word == "failed")
  }

  @Test("An operation that pauses is cancelled immediately") func cancelDuringPause() {
    let desk = SteppedManager()
    var options = OperationOptions()
    options.retry = .times(9, delay: .constant(.seconds(1)))
    let handle = desk.manager.submit(options) { throw Broken() }
    desk.run()
    handle.cancel()
    #expect(handle.word == "cancelled" && desk.manager.operationCount == 0)
  }

  @Test("Categories are free during a pause, unless they are kept", arguments: [false, true])
  func categories(isKept: Bool) async throws {
    let desk = SteppedManager()
    var options = OperationOptions(categories: [OperationCategory("network")])
    let other = desk.manager
    options.retry = .times(1, delay: .constant(.seconds(1)))
    options.keepsCategoriesBetweenAttempts = isKept
    desk.manager.submit(options) {
      if OperationContext.current?.attempt == 1 { throw Broken() }
    }
    let second = other.submit(OperationOptions(categories: options.categories)) {}
    desk.run()
    #expect(second.word == (isKept ? "open" : "succeeded"))
    try await desk.sleepThrough(.seconds(1))
    try await desk.runNext()
    #expect(second.word == "succeeded")
  }

  @Test("At its deadline, an operation that waits is cancelled as timed out")
  func deadlineOfAWaitingOperation() async throws {
    let desk = SteppedManager()
    let login = desk.manager.prepare("login") { 1 }
    var options = OperationOptions("feed")
    options.deadline = .seconds(5)
    let feed = desk.manager.submit(options, after: login) { $0 }
    let late = desk.manager.prepare(options) { 2 }
    desk.run()
    try await desk.sleepThrough(.seconds(5))
    try await feed.waitForEnd()
    #expect(feed.cancellationReason?.kind == .timedOut)
    // The time of a prepared operation counts from its submission.
    late.submit()
    desk.run()
    #expect(late.outcome?.value == 2)
    login.cancel()
  }

  @Test("A deadline includes all attempts, and the pauses between them")
  func deadlineOfAttempts() async throws {
    let desk = SteppedManager()
    var options = OperationOptions("fetch")
    options.deadline = .seconds(5)
    options.retry = .times(9, delay: .constant(.seconds(3)))
    let fetch = desk.manager.submit(options) { throw Broken() }
    desk.run()
    try await desk.sleepThrough(.seconds(3))
    try await desk.runNext()
    try await desk.sleepThrough(.seconds(2))
    try await fetch.waitForEnd()
    #expect(fetch.cancellationReason?.kind == .timedOut)
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A running body is cancelled at the deadline or the timeout, whichever comes first")
  func deadlineOfABody() async throws {
    for (deadline, timeout, first) in [(5, nil, 5), (5, 9, 5), (9, 5, 5)] as [(Int, Int?, Int)] {
      let desk = SteppedManager()
      var options = OperationOptions("slow")
      options.deadline = .seconds(deadline)
      options.timeout = timeout.map { .seconds($0) }
      let slow = desk.manager.submit(options) {
        try? await untilCancelled()
        return 1
      }
      desk.run()
      try await desk.sleepThrough(.seconds(first))
      try await desk.runNext()
      #expect(slow.cancellationReason?.kind == .timedOut)
    }
  }

  @Test("A deadline of zero cancels what has not ended by then") func zeroDeadline() async throws {
    let desk = SteppedManager()
    var options = OperationOptions("feed")
    options.deadline = .zero
    let login = desk.manager.prepare("login") { 1 }
    let feed = desk.manager.submit(options, after: login) { $0 }
    desk.run()
    try await feed.waitForEnd()
    #expect(feed.cancellationReason?.kind == .timedOut)
    login.cancel()
  }

  @Test("A time limit that passes while children run counts, though the body has returned")
  func limitsOfChildren() async throws {
    for isDeadline in [true, false] {
      let desk = SteppedManager()
      var options = OperationOptions("parent")
      if isDeadline { options.deadline = .seconds(5) } else { options.timeout = .seconds(5) }
      let parent = desk.manager.submit(options) {
        OperationContext.current?.children.submit("child") {
          try? await untilCancelled()
        }
        return 1
      }
      desk.run()
      #expect(parent.word == "open")
      try await desk.sleepThrough(.seconds(5))
      try await desk.runNext()
      #expect(parent.cancellationReason?.kind == .timedOut && parent.outcome?.value == nil)
      #expect(desk.manager.operationCount == 0)
    }
  }

  @Test("An error in time is kept if the time is up while children run")
  func errorInTime() async throws {
    struct Unpaid: Error {}
    let desk = SteppedManager()
    var options = OperationOptions("parent")
    options.timeout = .seconds(5)
    let parent = desk.manager.submit(options) { () throws -> Int in
      OperationContext.current?.children.submit("child") {
        try? await untilCancelled()
      }
      throw Unpaid()
    }
    desk.run()
    try await desk.sleepThrough(.seconds(5))
    try await desk.runNext()
    #expect(parent.cancellationReason == nil)
    await #expect(throws: Unpaid.self) { try await parent.value }
  }

  @Test("A child of a scope has a deadline of its own") func deadlineOfAChild() async throws {
    let clock = ManualClock()
    var configuration = OperationManager.Configuration()
    configuration.clock = clock
    let manager = OperationManager("desk", configuration: configuration)
    var options = OperationOptions("child")
    options.deadline = .seconds(5)
    let never = manager.prepare("never") {}
    let child = try await manager.withScope { scope in
      let child = scope.submit(options, following: never) { 1 }
      try await clock.nextSleep()
      clock.advance(by: .seconds(5))
      try? await child.waitForEnd()
      return child
    }
    #expect(child.cancellationReason?.kind == .timedOut)
  }

  @Test("A body that takes too long is cancelled as timed out, even if it returns a value")
  func timeout()
    async throws
  {
    let desk = SteppedManager()
    var options = OperationOptions("slow")
    options.timeout = .seconds(5)
    let handle = desk.manager.submit(options) {
      try? await untilCancelled()
      return 1
    }
    desk.run()
    try await desk.sleepThrough(.seconds(5))
    try await desk.runNext()
    #expect(handle.word == "cancelled")
    #expect(handle.cancellationReason?.kind == .timedOut)
    let error = await #expect(throws: OperationError.self) { try await handle.value }
    #expect(error?.description == "“slow” was cancelled: it took too long.")
  }

  @Test("An attempt that takes too long fails and is retried in a new task")
  func attemptTimeout() async throws {
    let desk = SteppedManager()
    var options = OperationOptions("slow")
    options.attemptTimeout = .seconds(5)
    options.retry = .times(1)
    let seen = Log()
    let handle = desk.manager.submit(options) {
      if OperationContext.current?.attempt == 1 {
        try? await untilCancelled()
        seen.note("\(Task.isCancelled) \(OperationContext.current!.isCancelled)")
      } else {
        seen.note("\(Task.isCancelled) \(OperationContext.current!.isCancelled)")
      }
      return OperationContext.current!.attempt
    }
    desk.run()
    try await desk.sleepThrough(.seconds(5))
    while handle.ending == nil { try await desk.runNext() }
    #expect(handle.outcome?.value == 2)
    #expect(seen.entries == ["true true", "false false"])
  }

  @Test("The last attempt that times out fails with an error that says so") func lastAttempt()
    async throws
  {
    let desk = SteppedManager()
    var options = OperationOptions("slow")
    options.attemptTimeout = .seconds(5)
    let handle = desk.manager.submit(options) {
      try? await untilCancelled()
    }
    desk.run()
    try await desk.sleepThrough(.seconds(5))
    try await desk.runNext()
    let error = await #expect(throws: OperationError.self) { try await handle.value }
    #expect(error?.kind == .timedOut)
    #expect(error?.description == "An attempt of “slow” took too long.")
  }

  @Test("An operation expires only before it has started") func expiry() async throws {
    let desk = SteppedManager(limit: 1)
    let gate = Gate()
    var options = OperationOptions("alert")
    options.expiry = .seconds(5)
    let shown = desk.manager.submit(options) { await gate.wait() }
    let late = desk.manager.submit(options) { Issue.record("never") }
    let waiter = Task { try await late.value }
    desk.run()
    try await desk.sleepThrough(.seconds(5))
    let error = await #expect(throws: OperationError.self) { try await waiter.value }
    #expect(error?.reason?.kind == .expired)
    #expect(shown.state == .executing)
    gate.open()
    desk.run()
    #expect(shown.word == "succeeded")
  }

  @Test("Several deadlines are handled in order") func several() async throws {
    let desk = SteppedManager { $0.isSuspended = true }
    let handles = (1...3).map { seconds in
      var options = OperationOptions()
      options.expiry = .seconds(4 - seconds)
      return desk.manager.submit(options) {}
    }
    for seconds in 1...3 {
      while desk.clock.now.sinceStart < .seconds(seconds) {
        let next = try await desk.clock.nextSleep()
        if next.deadline.sinceStart == .seconds(seconds) { desk.clock.advance(by: .seconds(1)) }
      }
      _ = try? await handles[3 - seconds].value
      #expect(handles.map { $0.ending == nil }.filter { $0 }.count == 3 - seconds)
    }
  }
}
