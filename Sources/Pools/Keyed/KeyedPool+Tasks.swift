extension KeyedPool {
  /// Lends an element of this key to `body`, waiting if necessary.
  ///
  /// If an element is idle, this does not suspend. If `body` throws, the pool's
  /// ``PoolHooks/FailurePolicy`` decides what happens to the element.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait for an element. It does not limit `body`.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element, in the isolation of the caller.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, or the reason that no element was lent.
  @inlinable
  public func withElement<Result>(
    for key: Key, label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) async throws -> Result
  ) async throws -> Result {
    let mark = LoanMark(fileID, line)
    var refusal: PoolCore.Refusal?
    let slot: SlotRef
    if label == nil, let idle = idleSlot(of: key, mark, &refusal) {
      slot = idle
    } else {
      slot = try await takeSlotSlowly(of: key, mark, timeout, refusal, label)
    }
    return try await core.useAwaiting(slot, body)
  }

  /// Lends an element of this key until the lease ends, waiting if necessary.
  ///
  /// If an element is idle, this does not suspend. Cancellation is checked only while waiting.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  @inlinable
  public func lease(
    for key: Key, label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    var refusal: PoolCore.Refusal?
    if label == nil, let slot = idleSlot(of: key, mark, &refusal) { return Lease(core, slot) }
    return Lease(core, try await takeSlotSlowly(of: key, mark, timeout, refusal, label))
  }

  /// Lends an element of this key for the lifetime of the returned object, waiting if necessary.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  public func ownedLease(
    for key: Key, label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> OwnedLease<Element> {
    let mark = LoanMark(fileID, line)
    let slot: SlotRef
    if label == nil {
      let seeker = KeySeeker(directory: directory, key: key)
      slot = try await core.lendToTask(mark, timeout: timeout, for: seeker, isPersonal: false)
    } else {
      slot = try await takeSlotLabelled(of: key, mark, timeout, label)
    }
    return OwnedLease(core, PoolCore.Loaned(slot: slot))
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(
    of key: Key, _ mark: LoanMark, _ timeout: PoolTimeout, _ refusal: PoolCore.Refusal?,
    _ label: String?
  ) async throws -> SlotRef {
    if refusal == nil, label == nil {
      let seeker = KeySeeker(directory: directory, key: key)
      return try await core.lendToTask(mark, timeout: timeout, for: seeker)
    }
    let borrower = borrower(for: key, mark, label: label)
    return try await core.lendToTask(borrower, timeout: timeout, after: refusal).slot
  }
  /// A method of its own, so that waiting without a label takes no room for the borrower.
  @inline(never)
  private func takeSlotLabelled(
    of key: Key, _ mark: LoanMark, _ timeout: PoolTimeout, _ label: String?
  ) async throws -> SlotRef {
    let borrower = borrower(for: key, mark, isPersonal: false, label: label)
    return try await core.lendToTask(borrower, timeout: timeout).slot
  }
}
