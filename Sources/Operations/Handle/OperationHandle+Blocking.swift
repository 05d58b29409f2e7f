internal import CStageFloor
internal import StageFloor

extension OperationHandle {
  /// Blocks the calling thread until the outcome is known; for threads outside of tasks.
  ///
  /// In a task, await ``value`` instead. On the main thread, it throws instead of waiting for an
  /// operation that needs the main actor, itself or through a dependency, as far as edges reveal
  /// that: the wait would never end.
  ///
  /// In a blocking body, the wait frees the slot of the body's operation, ends when that operation
  /// is cancelled, and throws if it could never end.
  ///
  /// - Parameter timeout: The maximum time to wait; nil for no limit. A blocking body may get its
  ///   slot back only later; in that case it continues later.
  /// - Returns: The value.
  /// - Throws: The error of the operation; an ``OperationError`` if it was cancelled or skipped, if
  ///   the wait timed out (``OperationError/Kind/waitTimedOut``; the operation continues), or if
  ///   the wait could never end; `CancellationError` if the wait is in a blocking body whose
  ///   operation is cancelled.
  @available(*, noasync, message: "In a task, await the value instead.")
  public func valueBlocking(timeout: Duration? = .seconds(30)) throws -> Output {
    let context = OperationContext.current
    let task = TaskIdentity.current
    require(
      context == nil || task == nil || context?.thread?.isRun(by: task) == true,
      "The body of “\(context?.handle.name ?? "")” blocks its thread to wait for "
        + "“\(name)”: await its value instead.")
    if outcome == nil, MainActor.isCurrent {
      if let name = Engine.shared.operationOnMainActor(before: self) {
        throw OperationError(.wouldDeadlock, operation: self.name, path: [name])
      }
    }
    let engine = Engine.shared
    guard let ticket = try engine.beginWait(for: self, from: context) else {
      return try knownValue()
    }
    let waiter = ThreadWaiter()
    Task.detached {
      waiter.wake(await withUnsafeContinuation { engine.park(ticket, for: self, $0) })
    }
    let deadline = timeout.map { stage_nanoseconds() + min($0.wholeNanoseconds, .max / 4) }
    let wait = {
      if !waiter.wait(until: deadline) {
        engine.endWait(ticket, for: self)
        _ = waiter.wait(until: nil)
      }
    }
    if let thread = context?.thread {
      thread.wait(endedBy: { engine.cancelWait(ticket, for: self) }, wait)
    } else {
      wait()
    }
    guard waiter.hasCompleted else { throw CancellationError() }
    return try knownValue()
  }

  /// The value after a wait, which has timed out if the outcome is not known.
  private func knownValue() throws -> Output {
    guard let outcome else { throw OperationError(.waitTimedOut, operation: name) }
    return try outcome.get(from: name)
  }
}

/// Wakes a waiting thread; both sides keep it alive.
private final class ThreadWaiter: @unchecked Sendable {  // guard: `parker` orders the two threads
  private let parker = Parker()
  /// Whether the wait ended by itself, and was not cancelled.
  ///
  /// guard: written before the parker is posted, read after the post was observed.
  private(set) var hasCompleted = false

  deinit { parker.deallocate() }

  func wake(_ hasCompleted: Bool) {
    self.hasCompleted = hasCompleted
    parker.post(1)
  }

  func wait(until deadline: Int64?) -> Bool { parker.wait(until: deadline) != nil }
}

extension Engine {
  /// This operation, or one that it waits for.
  fileprivate func operationOnMainActor(before handle: AnyOperationHandle) -> String? {
    modify { _ in
      guard let slot = machine.slot(of: handle.id) else { return nil }
      return machine.firstOnMainActor(before: slot).flatMap { self.handle(at: $0)?.name }
    }
  }
}
