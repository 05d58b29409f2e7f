internal import CStageFloor
internal import StageFloor

extension OperationHandle {
  /// Blocks the calling thread until the end, for threads that are no tasks.
  ///
  /// In a task, await ``value`` instead. On the main thread it refuses to wait for an operation
  /// that needs the main actor, itself or through one before it, as far as edges tell: that would
  /// never end.
  ///
  /// In a blocking body, the wait gives the body's place in the manager to others meanwhile, ends
  /// when the body's operation is cancelled, and is refused if it could never end.
  ///
  /// - Parameter timeout: how long to wait at most; nil: for ever. A blocking body may get its place
  ///   back only later: then it goes on later.
  /// - Returns: the value; nil if time ran out.
  /// - Throws: the error of the operation; an ``OperationError`` if it was cancelled or skipped, or
  ///   if the wait could never end; `CancellationError` if a blocking body waits whose operation is
  ///   cancelled.
  @available(*, noasync, message: "In a task, await the value instead.")
  public func wait(timeout: Duration? = .seconds(30)) throws -> Output? {
    let context = OperationContext.current
    require(
      context == nil || TaskIdentity.current == nil,
      "The body of “\(context?.handle.name ?? "")” blocks its thread to wait for "
        + "“\(name)”: await its value instead.")
    if outcome == nil, MainActor.isCurrent {
      if let name = Engine.shared.operationOnMainActor(before: self) {
        throw OperationError(.wouldDeadlock, operation: self.name, path: [name])
      }
    }
    let engine = Engine.shared
    guard let ticket = try engine.beginWait(for: self, from: context) else {
      return try outcome?.get(from: name)
    }
    let bell = Bell()
    Task.detached {
      bell.ring(await withUnsafeContinuation { engine.park(ticket, for: self, $0) })
    }
    let deadline = timeout.map { stage_nanoseconds() + min($0.wholeNanoseconds, .max / 4) }
    let wait = {
      if !bell.wait(until: deadline) {
        engine.endWait(ticket, for: self)
        _ = bell.wait(until: nil)
      }
    }
    if let thread = context?.thread {
      thread.wait(endedBy: { engine.cancelWait(ticket, for: self) }, wait)
    } else {
      wait()
    }
    guard bell.isTold else { throw CancellationError() }
    return try outcome?.get(from: name)
  }
}

/// What a thread waits for; both sides keep it alive.
private final class Bell: @unchecked Sendable {
  private let parker = Parker()
  /// Whether the wait ended by itself, and not because it was cancelled.
  ///
  /// guard: written before the parker is posted, read after that was seen.
  private(set) var isTold = false

  deinit { parker.deallocate() }

  func ring(_ isTold: Bool) {
    self.isTold = isTold
    parker.post(1)
  }

  func wait(until deadline: Int64?) -> Bool { parker.wait(until: deadline) != nil }
}

extension Engine {
  /// The name of an operation that needs the main actor: this one, or one that it waits for.
  fileprivate func operationOnMainActor(before handle: AnyOperationHandle) -> String? {
    perform { _ in
      guard let slot = machine.slot(of: handle.id) else { return nil }
      return machine.firstOnMainActor(before: slot).flatMap { self.handle(at: $0)?.name }
    }
  }
}
