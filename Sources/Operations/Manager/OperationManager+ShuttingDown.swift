internal import StageFloor

extension OperationManager {
  /// The result of a shutdown.
  public struct ShutdownReport: Sendable {
    /// The name of the manager.
    public let manager: String
    /// The operations that were cancelled at the deadline before they had started, or between two
    /// attempts.
    public let cancelled: [AnyOperationHandle]
    /// The operations that were running at the deadline; they have been cancelled, and end when
    /// their bodies return.
    public let running: [AnyOperationHandle]

    /// Whether every operation had ended before the deadline.
    public var isComplete: Bool { cancelled.isEmpty && running.isEmpty }
  }

  /// Whether ``shutdown(deadline:)`` has been called.
  ///
  /// New operations are then cancelled immediately, except children of existing ones.
  public var isShutDown: Bool { Engine.shared.lock.withLock { rejectsOperations } }

  /// Rejects new operations and waits until the existing ones have ended.
  ///
  /// ```swift
  /// let report = await manager.shutdown(deadline: .seconds(5))
  /// if !report.isComplete { print(report) }
  /// ```
  ///
  /// - **Rejected** from now on: operations that are submitted, shared or prepared, directly or in
  ///   a scope, are cancelled immediately with an ``OperationError/Reason`` of the kind
  ///   ``OperationError/Reason/Kind/shutdown``. So are operations that were prepared before.
  ///   Children of existing operations are still accepted.
  /// - **At the deadline**, or when the calling task is cancelled, all remaining operations are
  ///   cancelled: those that have not started end at once, running ones are asked to stop. The
  ///   report lists both and is returned without waiting for bodies that continue to run;
  ///   ``waitUntilIdle(timeout:)`` waits for them.
  /// - **A suspended manager** stays suspended: operations that have not started are cancelled at
  ///   the deadline, unless the manager is resumed before.
  /// - **A repeated call**, also a concurrent one, waits for the same end, until its own deadline.
  /// - **In the body** of one of the manager's operations, the call does not wait: it cancels all
  ///   remaining operations, including that one.
  ///
  /// A manager that was shut down cannot be reopened.
  ///
  /// - Parameter deadline: The maximum time to wait, measured by the clock of the manager.
  /// - Returns: The operations that had not ended by then.
  @discardableResult
  public func shutdown(deadline: Duration = .seconds(30)) async -> ShutdownReport {
    let engine = Engine.shared
    engine.lock.withLock { rejectsOperations = true }
    for (number, handle) in operations.enumerated() where !handle.isSubmitted {
      engine.cancelForShutdown(handle)
      if number % Engine.slice == Engine.slice - 1 { engine.yieldLock() }
    }
    if (try? await waitUntilIdle(timeout: deadline)) == true {
      return ShutdownReport(manager: name, cancelled: [], running: [])
    }
    // Cancelled one at a time, so that no other manager waits for long; suspended meanwhile, so
    // that none of them starts because another one ended.
    beginClosing()
    var left: [AnyOperationHandle] = []
    for (number, handle) in operations.enumerated() {
      if engine.cancelForShutdown(handle) { left.append(handle) }
      if number % Engine.slice == Engine.slice - 1 { engine.yieldLock() }
    }
    endClosing()
    let (running, ended) = left.reduce(into: ([AnyOperationHandle](), [AnyOperationHandle]())) {
      if $1.ending == nil { $0.0.append($1) } else { $0.1.append($1) }
    }
    return ShutdownReport(
      manager: name,
      cancelled: ended.filter { $0.cancellationReason?.kind == .shutdown }, running: running)
  }

  /// Several shutdowns may run at a time.
  private func beginClosing() {
    let engine = Engine.shared
    engine.modify { _ in
      if closers == 0 { wasSuspended = engine.machine.managers[Int(index)].isSuspended }
      closers += 1
      engine.machine.setSuspended(true, index)
    }
  }

  private func endClosing() {
    let engine = Engine.shared
    engine.modify { _ in
      closers -= 1
      if closers == 0, !wasSuspended { engine.machine.setSuspended(false, index) }
    }
  }
}

extension OperationManager.ShutdownReport: CustomStringConvertible {
  /// The operations that had not ended in time, in sentences.
  public var description: String {
    if isComplete { return "“\(manager)” is shut down: all of its operations had ended." }
    var parts: [String] = []
    if !cancelled.isEmpty {
      parts.append("\(Self.count(cancelled)) cancelled before the end: \(Self.names(cancelled)).")
    }
    if !running.isEmpty {
      parts.append(
        "\(Self.count(running)) asked to stop, and may still run: \(Self.names(running)).")
    }
    return "“\(manager)” is shut down. " + parts.joined(separator: " ")
  }

  private static func count(_ operations: [AnyOperationHandle]) -> String {
    operations.count == 1 ? "1 operation was" : "\(operations.count) operations were"
  }

  /// At most ten names.
  private static func names(_ operations: [AnyOperationHandle]) -> String {
    let names = operations.prefix(10).map { "“\($0.name)”" }.joined(separator: ", ")
    return operations.count > 10 ? "\(names) and \(operations.count - 10) more" : names
  }
}

extension Engine {
  /// Returns whether it had not ended.
  @discardableResult
  func cancelForShutdown(_ handle: AnyOperationHandle) -> Bool {
    modify { _ in
      guard let slot = machine.slot(of: handle.id) else { return false }
      return machine.cancel(slot, .shutdown, .this)
    }
  }
}
