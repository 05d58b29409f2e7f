internal import StageFloor

extension AnyOperationHandle {
  /// The operations that it still waits for.
  public final var dependencies: [AnyOperationHandle] {
    Engine.shared.neighbours(of: core, .dependencies)
  }

  /// The operations that wait for it.
  public final var dependents: [AnyOperationHandle] {
    Engine.shared.neighbours(of: core, .dependents)
  }

  /// Adds a dependency that must succeed before the operation starts.
  ///
  /// The operation receives no value from it; values can be requested only when an operation is
  /// created. Dependencies can also be added while the operation pauses between two attempts.
  ///
  /// - Parameter dependency: The operation to require; it may belong to another manager.
  /// - Throws: An ``OperationError`` if this operation has started or ended, or if `dependency`
  ///   waits for it.
  public final func addDependency(
    _ dependency: AnyOperationHandle
  ) throws(OperationError) {
    try Engine.shared.addDependency(dependency, .requires, to: core)
  }

  /// Adds a dependency that must end, in any way, before the operation starts.
  ///
  /// - Parameter dependency: The operation to wait for; it may belong to another manager.
  /// - Throws: An ``OperationError`` if this operation has started or ended, or if `dependency`
  ///   waits for it.
  public final func addDependency(following dependency: AnyOperationHandle) throws(OperationError) {
    try Engine.shared.addDependency(dependency, .follows, to: core)
  }
}

extension Engine {
  /// Each once, the oldest first; an edge added between two slices may be missing.
  func neighbours(
    of handle: AnyOperationHandle, _ side: OperationMachine.Side
  ) -> [AnyOperationHandle] {
    var found: Set<AnyOperationHandle> = []
    var cursor: OperationMachine.CursorID?
    repeat {
      var isAwaited = false
      let some = modify { _ in
        isAwaited = lock.hasSleepers
        return neighbours(of: handle, side, from: cursor)
      }
      guard let some else { return [] }
      found.formUnion(some.0)
      cursor = some.1
      if isAwaited, cursor != nil { yieldLock() }
    } while cursor != nil
    return found.sorted { $0.number < $1.number }
  }

  /// Collects one slice, under the lock; returns nil if the operation has ended.
  private func neighbours(
    of handle: AnyOperationHandle, _ side: OperationMachine.Side,
    from cursor: OperationMachine.CursorID?
  ) -> ([AnyOperationHandle], OperationMachine.CursorID?)? {
    guard handle.details.verdict == nil, let slot = machine.slot(of: handle.id) else {
      machine.dropCursor(cursor)
      return nil
    }
    if cursor != nil { sliceCount += 1 }
    var slots: [Slot] = []
    let rest = machine.walk(slot, side, from: cursor) { machine, link in
      let edge = machine.links[link]
      if edge.kind != .child {
        slots.append(side == .dependencies ? edge.dependency : edge.dependent)
      }
    }
    return (slots.compactMap { self.handle(at: $0) }.filter { !$0.details.isLinking }, rest)
  }
}
