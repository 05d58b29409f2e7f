/// Detection of conditions that request operations without end.
extension Engine {
  /// How often one condition of an operation may request another operation.
  private static var mostPrerequisiteRequests: Int32 { 10_000 }

  /// Counts a request of a condition for another operation; under the lock.
  ///
  /// - Returns: Whether the number of requests since the last attempt is within the limit.
  func countPrerequisiteRequest(of handle: AnyOperationHandle, by position: Int) -> Bool {
    let extras = handle.details.extras
    while extras.prerequisiteRequests.count <= position { extras.prerequisiteRequests.append(0) }
    extras.prerequisiteRequests[position] += 1
    return extras.prerequisiteRequests[position] <= Self.mostPrerequisiteRequests
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
    guard let requester = OperationContext.current?.handle,
      let slot = machine.slot(of: requester.id),
      machine[slot].phase == .checking || requester.details.isRechecking
    else { return false }
    let depth = machine[slot].prerequisiteDepth + 1
    machine[handle.id.slot].prerequisiteDepth = depth
    return depth > OperationMachine.longestPrerequisiteChain
  }

  /// Fails a new operation without evaluating its conditions; under the lock.
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
