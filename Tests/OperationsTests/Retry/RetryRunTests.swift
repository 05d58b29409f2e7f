import StagecraftOperations
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RetryRunTests {
  struct Boom: Error, Equatable { var attempt: Int }

  private let clock = ManualClock()
  private let attempts = Locked(0)

  private func next() -> Int {
    attempts.withLock { attempts in
      attempts += 1
      return attempts
    }
  }

  @Test func itCallsTheClosureAgainAfterTheDelays() async throws {
    let policy = RetryPolicy.times(3, delay: .linear(from: .seconds(1)))
    async let value = policy.run(clock: clock) { [self] in
      let attempt = next()
      if attempt < 3 { throw Boom(attempt: attempt) }
      return attempt
    }
    for seconds in 1...2 {
      #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(seconds * 2 - 1))
      clock.advance(by: .seconds(seconds))
    }
    #expect(try await value == 3)
  }

  @Test func theLastErrorIsThrown() async {
    await #expect(throws: Boom(attempt: 3)) {
      try await RetryPolicy.times(2).run { throw Boom(attempt: next()) }
    }
    await #expect(throws: Boom(attempt: 4)) {
      try await RetryPolicy.times(9).retrying { _ in false }.run { throw Boom(attempt: next()) }
    }
  }

  @Test func anAttemptThatTakesTooLongIsCancelledAndRetried() async throws {
    let policy = RetryPolicy.times(1)
    async let value = policy.run(attemptTimeout: .seconds(5), clock: clock) { [self] in
      let attempt = next()
      // Its result does not count.
      if attempt == 1 { try? await untilCancelled() }
      return attempt
    }
    try await clock.nextSleep()
    clock.advance(by: .seconds(5))
    #expect(try await value == 2)
  }

  @Test func theErrorOfATimeoutNamesTheCallSite() async throws {
    let task = Task {
      try await RetryPolicy.never.run(attemptTimeout: .seconds(5), clock: clock, line: 7) {
        try await untilCancelled()
      }
    }
    try await clock.nextSleep()
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: OperationError.self) { try await task.value }
    #expect(error?.kind == .timedOut)
    #expect(error?.operation.contains("RetryRunTests.swift:7") == true)
  }

  /// The closure that is cancelled with its task may still succeed; it is not called again.
  @Test(arguments: [nil, Duration.seconds(5)])
  func theCurrentAttemptOfACancelledTaskIsTheLast(timeout: Duration?) async throws {
    for fails in [false, true] {
      let started = Gate()
      let task = Task {
        try await RetryPolicy.times(.max).run(attemptTimeout: timeout, clock: clock) {
          started.open()
          try? await untilCancelled()
          if fails { throw Boom(attempt: 0) }
          return "closed"
        }
      }
      await started.wait()
      task.cancel()
      if fails {
        await #expect(throws: Boom(attempt: 0)) { try await task.value }
      } else {
        #expect(try await task.value == "closed")
      }
    }
  }

  @Test func cancellingDuringADelayEndsIt() async throws {
    let task = Task {
      try await RetryPolicy.times(3, delay: .constant(.seconds(1))).run(clock: clock) {
        throw Boom(attempt: next())
      }
    }
    try await clock.nextSleep()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(attempts.withLock { $0 } == 1)
  }

  /// Also without a delay, in which a cancellation would be noticed.
  @Test func aTaskThatIsCancelledBetweenAttemptsMakesNoOtherAttempt() async {
    let policy = RetryPolicy.times(3).retrying { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return true
    }
    let task = Task { try await policy.run { throw Boom(attempt: next()) } }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(attempts.withLock { $0 } == 1)
  }

  /// The attempt is the body, so its wait frees the only slot, and a wait for itself is found.
  @Test func anAttemptInABodyWaitsAsTheBody() async throws {
    let manager = OperationManager("serial", maximumConcurrency: 1)
    let policy = RetryPolicy.never
    let operation = manager.submit {
      let values = [
        try await policy.run(attemptTimeout: .seconds(60)) { try await manager.submit { 1 }.value },
        try await manager.submit { 2 }.value,
      ]
      let own = try #require(OperationContext.current?.operation)
      let error = await #expect(throws: OperationError.self) {
        try await policy.run(attemptTimeout: .seconds(60)) { try await own.waitForEnd() }
      }
      #expect(error?.kind == .wouldDeadlock)
      return values
    }
    #expect(try await operation.value == [1, 2])
  }

  @Test func aVeryLongLimitIsNoLimit() async throws {
    let limit = Duration.seconds(Int64.max)
    #expect(try await RetryPolicy.never.run(attemptTimeout: limit) { 1 } == 1)
  }

  @Test func theClosureRunsWhereItIsIsolated() async throws {
    for timeout in [nil, Duration.seconds(60)] {
      try await RetryPolicy.never.run(attemptTimeout: timeout) { @MainActor in
        MainActor.assertIsolated()
      }
    }
  }
}
