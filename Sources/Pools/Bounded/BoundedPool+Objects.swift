// The textbook's pair of verbs, for objects that are handed around without a lease.

extension BoundedPool where Element: AnyObject {
  /// Lends an object until it is released by ``release(_:)``, waiting for it if necessary.
  ///
  /// Nothing returns the object by itself: prefer ``withLease(timeout:fileID:line:_:)``,
  /// ``lease(timeout:fileID:line:)`` or ``sharedLease(timeout:fileID:line:)``, whose ends do. An
  /// object that is on loan when the pool is dropped belongs to its holder from then on.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: the object.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  public func acquire(
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> sending Element {
    let loaned = try await core.lendToTask(
      PoolCore.Borrower(mark: LoanMark(fileID, line), isPersonal: false), timeout: timeout)
    return core.handOut(loaned.slot)
  }

  /// Lends the object that last showed `key`, as
  /// ``lease(preferring:timeout:fileID:line:)`` does, until it is released by ``release(_:)``.
  ///
  /// Only an object that does not show `key` goes through the pool's hook `prepareForReuse`, so the
  /// object itself can tell whether there is anything left to show.
  ///
  /// - Parameters:
  ///   - key: what the borrower wants to show.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: the object.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  public func acquire(
    preferring key: some Hashable & Sendable, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> sending Element {
    let loaned = try await core.lendToTask(
      PoolCore.Borrower(
        mark: LoanMark(fileID, line), preference: PreferenceKey(key), isPersonal: false),
      timeout: timeout)
    return core.handOut(loaned.slot)
  }

  /// Takes back an object that was lent by ``acquire(timeout:fileID:line:)``.
  ///
  /// An object that is not on loan from this pool (released twice, or never acquired here) is left
  /// alone and reported: by the outcome, by ``PoolSnapshot/strayReleases``, and to the observer. It
  /// is never lent to two borrowers. May be called from any thread or task, not only the one that
  /// acquired.
  ///
  /// - Returns: whether the object was on loan.
  @discardableResult
  public func release(_ object: Element) -> ReturnOutcome { core.takeBack(object) }
}
