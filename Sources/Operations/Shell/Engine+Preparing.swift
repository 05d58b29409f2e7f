internal import StageFloor

/// Prepared operations: they are kept alive by their users but not by their dependents, so that a
/// dependent does not wait forever for an operation that can no longer be submitted.
extension Engine {
  /// Under the lock.
  func enterPrepared(_ handle: AnyOperationHandle, _ slot: Slot) {
    let entry = prepared.make()
    prepared[entry].handle = handle
    machine[slot].prepared = entry
  }

  /// Under the lock.
  func leavePrepared(_ slot: Slot) {
    let entry = machine[slot].prepared
    guard entry >= 0 else { return }
    machine[slot].prepared = -1
    prepared[entry].handle = nil
    prepared.remove(entry)
  }

  /// Prepared operations hold each other.
  ///
  /// A submitted one stores nil for a dependency that is not
  /// submitted, and receives it when that is submitted. Under the lock.
  func hold(
    _ dependency: AnyOperationHandle, for handle: AnyOperationHandle, isSubmitted: Bool
  ) {
    guard isSubmitted, dependency.isOnlyPrepared else {
      return handle.details.hold(dependency)
    }
    claim(dependency, for: handle, position: handle.details.dependencyCount)
    handle.details.dependencies.append(nil)
  }

  /// The operation receives the dependency when that is submitted; under the lock.
  private func claim(
    _ dependency: AnyOperationHandle, for handle: AnyOperationHandle, position: Int
  ) {
    let extras = dependency.details.extras
    if extras.claims == nil {
      extras.claims = PagedQueue()
      // It stays in the machine until all registered operations have received it.
      machine[dependency.id.slot].traits.insert(.isClaimed)
    }
    extras.claims?.append((handle.id, position))
  }

  /// Passes an operation to the dependents that wait for it, under the lock.
  ///
  /// Returns whether all have received it.
  func giveToClaimants(_ handle: AnyOperationHandle) -> Bool {
    guard handle.details.hasClaims else { return true }
    let extras = handle.details.extras
    while machine.budget > 0, let (id, position) = extras.claims?.popFirst() {
      machine.budget -= 1
      guard machine.slot(of: id) != nil, let claimant = self.handle(at: id.slot),
        position < claimant.details.dependencies.count
      else { continue }
      claimant.details.dependencies[position] = handle
    }
    guard extras.claims?.isEmpty == true else { return false }
    extras.claims = nil
    machine[handle.id.slot].traits.remove(.isClaimed)
    return true
  }

  /// The dependents hold the ended operation as long as they need it; under the lock.
  func endClaims(on handle: AnyOperationHandle) {
    guard giveToClaimants(handle) else { return claimed.append(handle) }
    machine.endNotifying(handle.id.slot)
  }

  /// Moves some unsubmitted dependencies to `left`, under the lock.
  ///
  /// Returns whether all were examined.
  func leaveUnsubmitted(
    _ handle: AnyOperationHandle, from position: inout Int, _ left: inout [[AnyOperationHandle?]]
  ) -> Bool {
    var unsubmitted: [AnyOperationHandle?] = []
    let end = handle.details.dependencyCount
    while position < end, machine.budget > 0 {
      machine.budget -= 1
      if let dependency = handle.details.dependencies[position], dependency.isOnlyPrepared {
        claim(dependency, for: handle, position: position)
        handle.details.dependencies[position] = nil
        unsubmitted.append(dependency)
      }
      position += 1
    }
    if !unsubmitted.isEmpty { left.append(unsubmitted) }
    return position == end
  }

  /// The last reference to an operation that was never submitted was released.
  func forget(_ handle: AnyOperationHandle) {
    modify { effects in forget(handle, &effects) }
  }

  /// Handles the release of a reference, if it is the last one; returns the dependencies.
  func forgetIfUnique(_ handle: inout AnyOperationHandle?) -> [AnyOperationHandle?] {
    // In a long chain, each operation takes the lock separately: sleeping threads get it in
    // between.
    var isAwaited = false
    defer { if isAwaited { yieldLock() } }
    return modify { effects in
      // Where the system does not report sleepers, one pause for many releases is enough: each
      // takes microseconds.
      isAwaited =
        lock.hasSleepers
        && (LockWord.hasExactSleepers || handle?.number.isMultiple(of: 64) == true)
      // Under the lock, no other thread can obtain a reference.
      guard isKnownUniquelyReferenced(&handle), let handle else { return [] }
      let dependencies = handle.details.dependencies
      handle.details.dependencies = []
      if handle.isForgettable { forget(handle, &effects) }
      return dependencies
    }
  }

  private func forget(_ handle: AnyOperationHandle, _ effects: inout Effects) {
    handle.details.isForgotten = true
    handle.manager.forgotten(handle, &effects)
    guard let slot = machine.slot(of: handle.id) else { return }
    leavePrepared(slot)
    if machine.mayHaveLiveDependents(slot) { forgotten[handle.id] = handle.name }
    // No operation can receive it any more.
    let isClaimed = machine[slot].traits.contains(.isClaimed)
    machine[slot].traits.remove(.isClaimed)
    if isClaimed, machine[slot].verdict != nil {
      machine.endNotifying(slot)
    } else {
      _ = machine.cancel(slot, .neverSubmitted, .this)
    }
  }
}

extension AnyOperationHandle {
  /// Neither submitted nor ended; under the lock.
  final var isOnlyPrepared: Bool { !details.isSubmitted && details.verdict == nil }

  /// Whether the engine must be notified when its last reference is released.
  final var isForgettable: Bool {
    !details.isSubmitted && !details.hasSettled && !details.isForgotten && id.slot >= 0
  }
}
