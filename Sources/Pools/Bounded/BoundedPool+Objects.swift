// `acquire` and `release`, for objects that are passed around without a lease.

extension BoundedPool where Element: AnyObject {
  /// Lends an object until it is returned with ``release(_:)``, waiting if necessary.
  ///
  /// The object is not returned automatically: prefer
  /// ``withElement(label:timeout:fileID:line:_:)``,
  /// ``lease(preferring:label:timeout:fileID:line:)`` or
  /// ``ownedLease(preferring:label:timeout:fileID:line:)``. An object that is on loan when the pool
  /// is dropped belongs to its holder from then on.
  ///
  /// With a key, it lends the object that last showed `key`, as
  /// ``lease(preferring:label:timeout:fileID:line:)`` does. The hook `prepareForReuse` is called
  /// only for an object that does not show `key`, so the object itself can tell whether it must be
  /// filled again.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The object.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  public func acquire(
    preferring key: (any Hashable & Sendable)? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> sending Element {
    let mark = LoanMark(fileID, line)
    let slot =
      if key != nil {
        try await lendMarked(mark, key, nil, timeout, isPersonal: false).slot
      } else {
        try await core.lendToTask(mark, timeout: timeout, isPersonal: false)
      }
    return core.handOut(slot)
  }

  /// Returns an object that was lent by ``acquire(preferring:timeout:fileID:line:)``.
  ///
  /// An object that is not on loan from this pool (released twice, or never acquired here) is left
  /// unchanged and reported: by the result, by ``PoolSnapshot/strayReleases``, and to
  /// observers. It is never lent to two borrowers. Call this from any thread or task, not only the
  /// one that acquired.
  ///
  /// - Parameter object: The object to return.
  ///
  /// - Returns: Whether the object was on loan.
  @discardableResult
  public func release(_ object: Element) -> Bool { core.takeBack(object) }
}
