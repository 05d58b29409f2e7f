extension BoundedPool {
  /// Lends an element to `body`, waiting for it if necessary.
  ///
  /// Where an element is free this costs no suspension. If `body` throws, the pool's
  /// ``FailurePolicy`` decides what becomes of the element.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for the element. It does not limit `body`.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  ///   - body: uses the element; it runs where the caller runs.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or why there was no element.
  @inlinable
  public func withLease<Result>(
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) async throws -> Result
  ) async throws -> Result {
    let mark = LoanMark(fileID, line)
    let slot: SlotRef
    if let free = core.takeFast() {
      free.note(mark)
      slot = free
    } else {
      slot = try await takeSlotSlowly(mark, timeout)
    }
    return try await core.useAwaiting(slot, body)
  }

  /// Lends an element until the lease ends, waiting for it if necessary.
  ///
  /// Where an element is free this costs no suspension; cancellation is looked at only while
  /// waiting.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: the lease, whose end returns the element.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  @inlinable
  public func lease(
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    if let slot = core.takeFast() {
      slot.note(mark)
      return Lease(core, slot)
    }
    return Lease(core, try await takeSlotSlowly(mark, timeout))
  }

  /// Lends the element that last showed `key`, as it was, if it is idle.
  ///
  /// Otherwise lends the one that has been idle longest, prepared for reuse, or a new one, or waits
  /// for one. Either way the element counts as showing `key` from now on. A pool of which this is
  /// asked once takes the slower way through its lock from then on.
  ///
  /// - Parameters:
  ///   - key: what the borrower wants to show.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: a lease that tells by ``Lease/isPreferred`` whether the element still shows `key`.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  public func lease(
    preferring key: some Hashable & Sendable, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    let loaned = try await core.lendToTask(
      PoolCore.Borrower(mark: LoanMark(fileID, line), preference: PreferenceKey(key)),
      timeout: timeout)
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  /// Lends an element for as long as the returned object lives, waiting for it if necessary.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: an object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  public func sharedLease(
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> SharedLease<Element> {
    let loaned = try await core.lendToTask(
      PoolCore.Borrower(mark: LoanMark(fileID, line), isPersonal: false), timeout: timeout)
    return SharedLease(core, loaned)
  }

  /// Lends the element that last showed `key`, as
  /// ``lease(preferring:timeout:fileID:line:)`` does, for as long as the returned object lives.
  ///
  /// - Parameters:
  ///   - key: what the borrower wants to show.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: an object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  public func sharedLease(
    preferring key: some Hashable & Sendable, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> SharedLease<Element> {
    let loaned = try await core.lendToTask(
      PoolCore.Borrower(
        mark: LoanMark(fileID, line), preference: PreferenceKey(key), isPersonal: false),
      timeout: timeout)
    return SharedLease(core, loaned)
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(
    _ mark: LoanMark, _ timeout: PoolTimeout, _ label: String? = nil
  ) async throws -> SlotRef {
    try await core.lendToTask(PoolCore.Borrower(mark: mark, label: label), timeout: timeout).slot
  }
}
