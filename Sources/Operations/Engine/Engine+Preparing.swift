internal import StageFloor

/// Operations that are prepared: their users keep them alive, and those who wait for them do not,
/// so that nobody waits in vain when no one is left who could submit them.
extension Engine {
  /// An operation holds what it comes after, whose value it needs; under the lock.
  ///
  /// Prepared operations hold each other. One that was submitted leaves a place for one that was
  /// not, and gets it when that is submitted.
  func hold(
    _ dependency: AnyOperationHandle, for handle: AnyOperationHandle, isSubmitted: Bool
  ) {
    guard isSubmitted, dependency.isOnlyPrepared else {
      return handle.details.dependencies.append(dependency)
    }
    claim(dependency, for: handle, place: handle.details.dependencies.count)
    handle.details.dependencies.append(nil)
  }

  /// An operation that was submitted is to hold one that was not, once that is; under the lock.
  private func claim(_ dependency: AnyOperationHandle, for handle: AnyOperationHandle, place: Int) {
    let rarities = dependency.details.rarities
    if rarities.claims == nil {
      rarities.claims = PagedQueue()
      // It does not leave the machine before all have been given it.
      machine[dependency.id.slot].traits.insert(.isClaimed)
    }
    rarities.claims?.append((handle.id, place))
  }

  /// Gives a prepared operation, which is being submitted or has ended, to some of those that come
  /// after it; under the lock.
  ///
  /// - Returns: whether all have been given it.
  func giveToClaimants(_ handle: AnyOperationHandle) -> Bool {
    guard handle.details.hasClaims else { return true }
    let rarities = handle.details.rarities
    while machine.budget > 0, let (id, place) = rarities.claims?.popFirst() {
      machine.budget -= 1
      guard machine.slot(of: id) != nil, let claimant = self.handle(at: id.slot),
        place < claimant.details.dependencies.count
      else { continue }
      claimant.details.dependencies[place] = handle
    }
    guard rarities.claims?.isEmpty == true else { return false }
    rarities.claims = nil
    machine[handle.id.slot].traits.remove(.isClaimed)
    return true
  }

  /// A prepared operation has ended: those who come after it hold it from now on, as long as they
  /// need it; under the lock.
  func endClaims(on handle: AnyOperationHandle) {
    guard giveToClaimants(handle) else { return claimed.append(handle) }
    machine.endTelling(handle.id.slot)
  }

  /// An operation that is being submitted lets go of some of those before it that are not: it leaves
  /// a place for each; under the lock.
  ///
  /// - Parameters:
  ///   - handle: the operation.
  ///   - place: where to go on among those before it.
  ///   - left: gets those that it lets go of.
  /// - Returns: whether it has let go of all.
  func leaveUnsubmitted(
    _ handle: AnyOperationHandle, from place: inout Int, _ left: inout [[AnyOperationHandle?]]
  ) -> Bool {
    var unsubmitted: [AnyOperationHandle?] = []
    let end = handle.details.dependencyCount
    while place < end, machine.budget > 0 {
      machine.budget -= 1
      if let dependency = handle.details.dependencies[place], dependency.isOnlyPrepared {
        claim(dependency, for: handle, place: place)
        handle.details.dependencies[place] = nil
        unsubmitted.append(dependency)
      }
      place += 1
    }
    if !unsubmitted.isEmpty { left.append(unsubmitted) }
    return place == end
  }

  /// The last reference to an operation that was never submitted has gone.
  func forget(_ handle: AnyOperationHandle) {
    perform { deeds in forget(handle, &deeds) }
  }

  /// The last reference to an operation that was only prepared is going, if it is the last.
  ///
  /// - Returns: what it comes after.
  func forgetIfUnique(_ handle: inout AnyOperationHandle?) -> [AnyOperationHandle?] {
    // Of a long chain, each takes the lock for itself: threads that sleep have theirs in between.
    var isAwaited = false
    defer { if isAwaited { letOthersIn() } }
    return perform { deeds in
      // Where the system does not say, one turn for many will do: each takes microseconds.
      isAwaited =
        lock.hasSleepers
        && (LockWord.tellsOfSleepers || handle?.number.isMultiple(of: 64) == true)
      // Under the lock nobody else can get hold of it.
      guard isKnownUniquelyReferenced(&handle), let handle else { return [] }
      let dependencies = handle.details.dependencies
      handle.details.dependencies = []
      if handle.isForgettable { forget(handle, &deeds) }
      return dependencies
    }
  }

  private func forget(_ handle: AnyOperationHandle, _ deeds: inout Deeds) {
    handle.details.isForgotten = true
    handle.manager.forgotten(handle, &deeds)
    guard let slot = machine.slot(of: handle.id) else { return }
    prepared[slot] = nil
    if machine.mayHaveToTell(slot) { forgotten[handle.id] = handle.name }
    // No operation can be given it any more.
    let isClaimed = machine[slot].traits.contains(.isClaimed)
    machine[slot].traits.remove(.isClaimed)
    if isClaimed, machine[slot].verdict != nil {
      machine.endTelling(slot)
    } else {
      _ = machine.cancel(slot, .neverSubmitted, .this)
    }
  }
}

extension AnyOperationHandle {
  /// Whether somebody has yet to submit it; under the lock.
  final var isOnlyPrepared: Bool { !details.isSubmitted && details.verdict == nil }

  /// Whether the engine is to be told that its last reference goes.
  final var isForgettable: Bool {
    !details.isSubmitted && !details.hasSettled && !details.isForgotten && id.slot >= 0
  }
}
