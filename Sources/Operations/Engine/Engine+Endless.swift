/// Conditions that would ask for other operations without end.
extension Engine {
  /// How often one condition of an operation may ask for another before it.
  private static var mostDetours: Int32 { 10_000 }

  /// One of the conditions of an operation asks for another before it; under the lock.
  ///
  /// - Returns: whether it may, so often since the last attempt.
  func countDetour(of handle: AnyOperationHandle, by place: Int) -> Bool {
    let rarities = handle.details.rarities
    while rarities.detours.count <= place { rarities.detours.append(0) }
    rarities.detours[place] += 1
    return rarities.detours[place] <= Self.mostDetours
  }

  /// A new operation with conditions is one further down the chain than the one whose conditions
  /// make it, if any do.
  ///
  /// The chain is known here before the condition answers: another thread may ask the new operation
  /// for its own conditions by then. Under the lock, while some operation is being asked.
  ///
  /// - Returns: whether the chain is too long.
  func isTooDeep(_ handle: AnyOperationHandle) -> Bool {
    guard let asker = OperationContext.current?.handle, let slot = machine.slot(of: asker.id),
      machine[slot].phase == .checking || asker.details.isAskedOnceMore
    else { return false }
    let depth = machine[slot].detourDepth + 1
    machine[handle.id.slot].detourDepth = depth
    return depth > OperationMachine.longestDetour
  }

  /// A new operation fails, without being asked for its conditions; under the lock.
  func failAsEndless(_ handle: AnyOperationHandle, at now: Int64, _ deeds: inout Deeds) {
    handle.details.isSubmitted = true
    handle.manager.submitted(handle, at: now, &deeds)
    machine.decide(handle.id.slot, .failed, isTold: true)
    conclude(handle, .failed, error: endlessConditions(of: handle), &deeds)
    machine.endLinking()
  }

  func endlessConditions(of handle: AnyOperationHandle) -> OperationError {
    OperationError(.endlessConditions, operation: handle.name)
  }
}
