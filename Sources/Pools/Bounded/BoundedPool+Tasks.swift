extension BoundedPool {
  /// Lends an element to `body`, waiting if necessary.
  ///
  /// If an element is idle, this does not suspend. If `body` throws, the pool's
  /// ``PoolHooks/FailurePolicy`` decides what happens to the element.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait for an element. It does not limit `body`.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element, in the isolation of the caller.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, or the reason that no element was lent.
  @inlinable
  public func withElement<Result>(
    label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) async throws -> Result
  ) async throws -> Result {
    let mark = LoanMark(fileID, line)
    let slot: SlotRef
    if label == nil, let free = core.takeFast() {
      free.note(mark)
      slot = free
    } else {
      slot = try await takeSlotSlowly(mark, timeout, label)
    }
    return try await core.useAwaiting(slot, body)
  }

  /// Lends an element until the lease ends, waiting if necessary.
  ///
  /// If an element is idle, this does not suspend. Cancellation is checked only while waiting.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  @inlinable
  public func lease(
    label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    if label == nil, let slot = core.takeFast() {
      slot.note(mark)
      return Lease(core, slot)
    }
    return Lease(core, try await takeSlotSlowly(mark, timeout, label))
  }

  /// Lends the element that last showed `key`, unchanged, if it is idle.
  ///
  /// Otherwise it lends the element that has been idle longest, prepared for reuse, or a new one,
  /// or waits for one. In each case the element counts as showing `key` from now on. The first loan
  /// with a preference moves the pool to its slow path permanently.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease. Its ``Lease/isPreferred`` is true if the element still shows `key`.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  public func lease(
    preferring key: some Hashable & Sendable, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    let loaned = try await core.lendToTask(
      PoolCore.Borrower(mark: LoanMark(fileID, line), preference: PreferenceKey(key)),
      timeout: timeout)
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  /// Lends an element for the lifetime of the returned object, waiting if necessary.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  public func ownedLease(
    label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> OwnedLease<Element> {
    let mark = LoanMark(fileID, line)
    let slot =
      if label == nil {
        try await core.lendToTask(mark, timeout: timeout, isPersonal: false)
      } else {
        try await takeSlotLabelled(mark, timeout, label)
      }
    return OwnedLease(core, PoolCore.Loaned(slot: slot))
  }

  /// Lends the element that last showed `key`, as ``lease(preferring:timeout:fileID:line:)`` does,
  /// for the lifetime of the returned object.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  public func ownedLease(
    preferring key: some Hashable & Sendable, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> OwnedLease<Element> {
    let loaned = try await core.lendToTask(
      PoolCore.Borrower(
        mark: LoanMark(fileID, line), preference: PreferenceKey(key), isPersonal: false),
      timeout: timeout)
    return OwnedLease(core, loaned)
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(
    _ mark: LoanMark, _ timeout: PoolTimeout, _ label: String?
  ) async throws -> SlotRef {
    guard let label else { return try await core.lendToTask(mark, timeout: timeout) }
    return try await core.lendToTask(
      PoolCore.Borrower(mark: mark, label: label), timeout: timeout
    ).slot
  }

  /// A method of its own, so that waiting without a label takes no room for the borrower.
  @inline(never)
  private func takeSlotLabelled(
    _ mark: LoanMark, _ timeout: PoolTimeout, _ label: String?
  ) async throws -> SlotRef {
    try await core.lendToTask(
      PoolCore.Borrower(mark: mark, isPersonal: false, label: label), timeout: timeout
    ).slot
  }
}
