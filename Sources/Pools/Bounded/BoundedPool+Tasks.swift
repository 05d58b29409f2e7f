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
  /// With a key, it lends the element that last showed `key`, unchanged, if it is idle. Otherwise it
  /// lends the element that has been idle longest, prepared for reuse, or a new one, or waits for
  /// one. In each case the element counts as showing `key` from now on. The key's `==` and
  /// `hash(into:)` must not use the pool.
  ///
  /// The first loan with a key or a label moves the pool to its slow path permanently.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends. Its ``Lease/isPreferred`` is true if
  ///   the element still shows `key`.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  @inlinable
  @inline(__always)
  public func lease(
    preferring key: (any Hashable & Sendable)? = nil, label: String? = nil,
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    if key != nil || label != nil { return try await markedLease(mark, key, label, timeout) }
    return try await plainLease(mark, timeout)
  }

  /// Lends an element for the lifetime of the returned object, waiting if necessary; see
  /// ``lease(preferring:label:timeout:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  public func ownedLease(
    preferring key: (any Hashable & Sendable)? = nil, label: String? = nil,
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> OwnedLease<Element> {
    let mark = LoanMark(fileID, line)
    let loaned =
      if key != nil || label != nil {
        try await lendMarked(mark, key, label, timeout, isPersonal: false)
      } else {
        PoolCore.Loaned(
          slot: try await core.lendToTask(mark, timeout: timeout, isPersonal: false))
      }
    return OwnedLease(core, loaned)
  }

  // What remains of a lease in the caller once a nil key and label have folded.
  @inlinable
  func plainLease(_ mark: LoanMark, _ timeout: PoolTimeout) async throws -> Lease<Element> {
    if let slot = core.takeFast() {
      slot.note(mark)
      return Lease(core, slot)
    }
    return Lease(core, try await takeSlotSlowly(mark, timeout, nil))
  }

  @usableFromInline
  @inline(never)
  func markedLease(
    _ mark: LoanMark, _ key: (any Hashable & Sendable)?, _ label: String?, _ timeout: PoolTimeout
  ) async throws -> Lease<Element> {
    let loaned = try await lendMarked(mark, key, label, timeout)
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(
    _ mark: LoanMark, _ timeout: PoolTimeout, _ label: String?
  ) async throws -> SlotRef {
    guard let label else { return try await core.lendToTask(mark, timeout: timeout) }
    return try await lendMarked(mark, nil, label, timeout).slot
  }

  /// A method of its own, so that waiting without a key or label takes no room for the borrower.
  @inline(never)
  func lendMarked(
    _ mark: LoanMark, _ key: (any Hashable & Sendable)?, _ label: String?, _ timeout: PoolTimeout,
    isPersonal: Bool = true
  ) async throws -> PoolCore.Loaned {
    try await core.lendToTask(
      PoolCore.Borrower(
        mark: mark, preference: PreferenceKey(key), isPersonal: isPersonal, label: label),
      timeout: timeout)
  }
}
