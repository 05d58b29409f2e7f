/// Detection of conditions that request operations without end.
extension Engine {
  /// How often one condition of an operation may request another operation.
  private static var mostDetours: Int32 { 10_000 }

  /// Counts a request of a condition for another operation; under the lock.
  ///
  /// - Returns: Whether the number of requests since the last attempt is within the limit.
  func countDetour(of handle: AnyOperationHandle, by place: Int) -> Bool {
    let rarities = handle.details.rarities
    while rarities.detours.count <= place { rarities.detours.append(0) }
    rarities.detours[place] += 1
    return rarities.detours[place] <= Self.mostDetours
  }

  /// Records the depth of a new operation, which is one more than that of the operation whose
  /// conditions create it, if any.
  ///
  /// The depth must be set here, before the condition answers: by then, another thread may be
  /// evaluating the conditions of the new operation. Under the lock, while conditions are being
  /// evaluated.
  ///
  /// - Returns: Whether the chain is too long.
  func isTooDeep(_ handle: AnyOperationHandle) -> Bool {
    guard let asker = OperationContext.current?.handle, let slot = machine.slot(of: asker.id),
      machine[slot].phase == .checking || asker.details.isAskedOnceMore
    else { return false }
    let depth = machine[slot].detourDepth + 1
    machine[handle.id.slot].detourDepth = depth
    return depth > OperationMachine.longestDetour
  }

  /// Fails a new operation without evaluating its conditions; under the lock.
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
