internal import CStageFloor
internal import StageFloor

extension OperationHandle {
  /// Blocks the calling thread until the end, for threads that are no tasks.
  ///
  /// In a task, await ``value`` instead. On the main thread it refuses to wait for an operation
  /// that needs the main actor, itself or through one before it, as far as edges tell: that would
  /// never end.
  ///
  /// - Parameter timeout: how long to wait at most; nil: for ever.
  /// - Returns: the value; nil if time ran out.
  /// - Throws: the error of the operation; an ``OperationError`` if it was cancelled or skipped, or
  ///   if the wait could never end.
  @available(*, noasync, message: "In a task, await the value instead.")
  public func wait(timeout: Duration? = .seconds(30)) throws -> Output? {
    require(
      OperationContext.current == nil,
      "The body of “\(OperationContext.current?.handle.name ?? "")” blocks its thread to wait for "
        + "“\(name)”: await its value instead.")
    if outcome == nil, MainActor.isCurrent {
      if let name = Engine.shared.operationOnMainActor(before: self) {
        throw OperationError(.wouldDeadlock, operation: self.name, path: [name])
      }
    }
    let bell = Bell()
    let watcher = Task.detached {
      try? await self.waitForEnd()
      bell.ring()
    }
    let deadline = timeout.map { stage_nanoseconds() + $0.wholeNanoseconds }
    guard bell.wait(until: deadline) else {
      watcher.cancel()
      return nil
    }
    return try outcome?.get(from: name)
  }
}

/// What a thread waits for; both sides keep it alive.
private final class Bell: Sendable {
  private let parker = Parker()

  deinit { parker.deallocate() }

  func ring() { parker.post(1) }

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
