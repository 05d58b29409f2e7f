internal import StageFloor

extension RetryPolicy {
  /// Calls a closure until it succeeds or the policy allows no further attempt.
  ///
  /// Use it for code that no manager runs, such as a step of a graph:
  ///
  /// ```swift
  /// let retry = RetryPolicy.times(3, delay: .exponential(from: .milliseconds(100)))
  /// graph.add("network", after: collector) {
  ///   try await retry.run(attemptTimeout: .seconds(2)) { try await configureNetwork() }
  /// }
  /// ```
  ///
  /// The attempts are made one after the other, and this method returns when the last has ended.
  /// With a time limit, each attempt runs in a child task, which counts as the body of an operation
  /// if this method is called there. An attempt that exceeds the limit is
  /// cancelled; it has failed when its closure has returned, regardless of the result. If the
  /// calling task is cancelled, its current attempt is the last.
  ///
  /// An attempt with a limit takes some microseconds, and on Linux some 750 bytes stay in use until
  /// the limit would have passed: the runtime keeps a cancelled sleep. For many short attempts with
  /// a long limit, use ``OperationOptions/attemptTimeout``, which has neither cost.
  ///
  /// - Parameters:
  ///   - attemptTimeout: The time limit for one attempt, more than zero; nil for no limit.
  ///   - clock: The clock for the limit and the delays.
  ///   - fileID: The call site, named in errors.
  ///   - line: The call site, named in errors.
  ///   - body: The work, which runs where it is isolated.
  /// - Returns: The value that `body` returned.
  /// - Throws: The error of the last attempt, which is an ``OperationError`` of the kind
  ///   ``OperationError/Kind/timedOut`` if it exceeded the limit; `CancellationError` if the task
  ///   was cancelled between two attempts.
  public func run<Value: Sendable>(
    attemptTimeout: Duration? = nil, clock: any Clock<Duration> & Sendable = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Value
  ) async throws -> Value {
    if let attemptTimeout {
      require(
        attemptTimeout > .zero,
        "The time limit of an attempt must be more than zero, not \(attemptTimeout).")
    }
    var generator = SystemRandomNumberGenerator()
    var attempt = 1
    while true {
      do {
        guard let attemptTimeout else { return try await body() }
        let value = try await Self.value(within: attemptTimeout, of: clock, body)
        if let value { return value }
        throw OperationError(
          .timedOut, operation: OperationSite(fileID: fileID, line: line).description)
      } catch {
        guard !Task.isCancelled, allowsRetry(after: error, attempts: attempt) else { throw error }
        attempt += 1
        let rest = delay(beforeAttempt: attempt, using: &generator)
        if rest > .zero { try await clock.sleep(for: rest) }
        try Task.checkCancellation()
      }
    }
  }

  /// Returns nil if the time was up before `body` returned.
  private static func value<Value: Sendable>(
    within limit: Duration, of clock: any Clock<Duration> & Sendable,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Value
  ) async throws -> Value? {
    // Some clocks cannot add a very long time to the present.
    let limit = Duration.nanoseconds(min(limit.wholeNanoseconds, .max / 4))
    let operation = OperationContext.current?.handle.ifThisIsItsBody
    let leader = TaskIdentity.current.flatMap { StepTask.leader(of: $0) }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask {
        if let leader, let task = TaskIdentity.current {
          // The step waits for the attempt, so the leader waits for what the attempt waits for.
          return try await StepTask.$current.withValue(StepTask(step: task, leader: leader)) {
            try await body()
          }
        }
        guard let operation else { return try await body() }
        // Otherwise a wait in the attempt would keep the slot of the operation.
        let task = operation.moveBody(to: .current)
        defer { _ = operation.moveBody(to: task) }
        return try await body()
      }
      group.addTask {
        try? await clock.sleep(for: limit)
        return nil
      }
      for try await value in group {
        // If the calling task was cancelled, the sleep ended early: the closure decides the result.
        if case .none = value, Task.isCancelled { continue }
        // The group waits for the closure if it has not returned.
        group.cancelAll()
        return value
      }
      return nil
    }
  }
}

extension AnyOperationHandle {
  /// This operation if its body makes the call; nil for a task that the body has started.
  fileprivate final var ifThisIsItsBody: AnyOperationHandle? {
    let task = TaskIdentity.current
    return Engine.shared.modify { _ in isBody(task) } ? self : nil
  }

  /// Lets another task count as the body; returns the previous one.
  fileprivate final func moveBody(to task: TaskIdentity?) -> TaskIdentity? {
    Engine.shared.modify { _ in
      defer { details.extras.bodyTask = task }
      return details.extras.bodyTask
    }
  }
}
