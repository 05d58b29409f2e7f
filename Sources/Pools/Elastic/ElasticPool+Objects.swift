// `acquire` and `release`, for objects that are passed around without a lease.

internal import StageFloor

extension ElasticPool where Element: AnyObject {
  /// Lends an object until it is returned with ``release(_:)``.
  ///
  /// The object is not returned automatically: prefer `withElement`,
  /// ``lease(preferring:label:fileID:line:)`` or ``ownedLease(preferring:label:fileID:line:)``. An
  /// object that is on loan when the pool is dropped belongs to its holder from then on.
  ///
  /// With a key, it lends the object that last showed `key`, as
  /// ``lease(preferring:label:fileID:line:)`` does. The hook `prepareForReuse` is called only for
  /// an object that does not show `key`, so the object itself can tell whether it must be filled
  /// again.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The object.
  /// - Throws: The error that `make` throws.
  public func acquire(
    preferring key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) -> sending Element {
    core.handOut(
      try lend(LoanMark(fileID, line), preferring: PreferenceKey(key), isPersonal: false).slot)
  }

  /// Returns an object that was lent by ``acquire(preferring:fileID:line:)``.
  ///
  /// An object that is not on loan from this pool (released twice, or never acquired here) is left
  /// unchanged and reported: by the result, by ``PoolSnapshot/strayReleases``, and to
  /// observers. It is never lent to two borrowers.
  ///
  /// - Parameter object: The object to return.
  /// - Returns: Whether the object was on loan.
  @discardableResult
  public func release(_ object: Element) -> Bool { core.takeBack(object) }
}

extension ElementCore where Element: AnyObject {
  func handOut(_ slot: SlotRef) -> sending Element {
    let place = slot.element(as: Element.self)
    nonisolated(unsafe) let object = place.pointee  // guard: handed over to this borrower
    let identity = ObjectIdentifier(object)
    let (isNew, isDropped) = decide(.calm) { state, _, _ in
      if state.isDropped { return (true, true) }
      return (state.handedOut.updateValue(slot.index, forKey: identity) == nil, false)
    }
    require(
      isNew,
      """
      This \(Element.self) is on loan already: `make` must return a new object each time.
      """)
    // The pool was dropped during this call, so it cannot take the object back.
    if isDropped { leaveToItsHolder(slot) }
    return object
  }

  func takeBack(_ object: Element) -> Bool {
    let identity = ObjectIdentifier(object)
    let slot = decide(.calm) { state, _, _ -> SlotRef? in
      guard let index = state.handedOut.removeValue(forKey: identity) else {
        state.tally.strayReleases += 1
        return nil
      }
      return table[index]
    }
    guard let slot else {
      report(.strayRelease)
      return false
    }
    returnElement(slot)
    return true
  }
}
