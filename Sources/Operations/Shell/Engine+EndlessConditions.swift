extension Engine {
  private static var mostPrerequisiteRequests: Int32 { 10_000 }

  /// Returns whether the requests since the last attempt are within the limit; under the lock.
  func countPrerequisiteRequest(of handle: AnyOperationHandle, by position: Int) -> Bool {
    let extras = handle.details.extras
    while extras.prerequisiteRequests.count <= position { extras.prerequisiteRequests.append(0) }
    extras.prerequisiteRequests[position] += 1
    return extras.prerequisiteRequests[position] <= Self.mostPrerequisiteRequests
  }

  /// Sets the depth of a new operation that a condition creates; true if the chain is too long.
  ///
  /// The depth must be set before the condition answers: by then, another thread may be evaluating
  /// the conditions of the new operation. Under the lock, while conditions are being evaluated.
  func isTooDeep(_ handle: AnyOperationHandle) -> Bool {
    guard let requester = OperationContext.current?.handle,
      let slot = machine.slot(of: requester.id),
      machine[slot].phase == .checking || requester.details.isRechecking
    else { return false }
    let depth = machine[slot].prerequisiteDepth + 1
    machine[handle.id.slot].prerequisiteDepth = depth
    return depth > OperationMachine.longestPrerequisiteChain
  }

  /// Without evaluating its conditions; under the lock.
  func failAsEndless(_ handle: AnyOperationHandle, at now: Int64, _ effects: inout Effects) {
    handle.details.isSubmitted = true
    handle.manager.submitted(handle, at: now, &effects)
    machine.decide(handle.id.slot, .failed, callerNotifies: true)
    recordEnd(of: handle, .failed, error: endlessConditions(of: handle), &effects)
    machine.endLinking()
  }

  func endlessConditions(of handle: AnyOperationHandle) -> OperationError {
    OperationError(.endlessConditions, operation: handle.name)
  }
}
