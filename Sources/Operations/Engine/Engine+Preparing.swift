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
    dependency.details.rarities.claims.append((handle.id, handle.details.dependencies.count))
    handle.details.dependencies.append(nil)
  }

  /// A prepared operation was submitted or has ended: those who come after it hold it from now on;
  /// under the lock.
  func giveToClaimants(_ handle: AnyOperationHandle) {
    for (id, place) in handle.details.claims {
      guard machine.slot(of: id) != nil, let claimant = self.handle(at: id.slot),
        place < claimant.details.dependencies.count
      else { continue }
      claimant.details.dependencies[place] = handle
    }
    handle.details.rarities.claims = []
  }

  /// The last reference to an operation that was never submitted has gone.
  func forget(_ handle: AnyOperationHandle) {
    perform { deeds in forget(handle, &deeds) }
  }

  /// The last reference to an operation that was only prepared is going, if it is the last.
  ///
  /// - Returns: what it comes after.
  func forgetIfUnique(_ handle: inout AnyOperationHandle?) -> [AnyOperationHandle?] {
    perform { deeds in
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
    forgotten = (handle.id, handle.name)
    _ = machine.cancel(slot, .neverSubmitted, .this)
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
