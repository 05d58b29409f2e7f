extension KeyedPool {
  /// Lends an element of this key to `body`, waiting for it if necessary.
  ///
  /// Where an element is free this costs no suspension. If `body` throws, the pool's
  /// ``FailurePolicy`` decides what becomes of the element.
  ///
  /// - Parameters:
  ///   - key: whose element to lend.
  ///   - timeout: how long to wait for the element. It does not limit `body`.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  ///   - body: uses the element; it runs where the caller runs.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or why there was no element.
  @inlinable
  public func withLease<Result>(
    for key: Key, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) async throws -> Result
  ) async throws -> Result {
    let mark = LoanMark(fileID, line)
    var refusal: PoolCore.Refusal?
    let slot: SlotRef
    if let idle = idleSlot(of: key, mark, &refusal) {
      slot = idle
    } else {
      slot = try await takeSlotSlowly(of: key, mark, timeout, refusal)
    }
    return try await core.useAwaiting(slot, body)
  }

  /// Lends an element of this key until the lease ends, waiting for it if necessary.
  ///
  /// Where an element is free this costs no suspension; cancellation is looked at only while
  /// waiting.
  ///
  /// - Parameters:
  ///   - key: whose element to lend.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: the lease, whose end returns the element.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  @inlinable
  public func lease(
    for key: Key, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    var refusal: PoolCore.Refusal?
    if let slot = idleSlot(of: key, mark, &refusal) { return Lease(core, slot) }
    return Lease(core, try await takeSlotSlowly(of: key, mark, timeout, refusal))
  }

  /// Lends an element of this key for as long as the returned object lives, waiting for it if
  /// necessary.
  ///
  /// - Parameters:
  ///   - key: whose element to lend.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: an object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  public func sharedLease(
    for key: Key, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> SharedLease<Element> {
    let borrower = borrower(for: key, LoanMark(fileID, line), isPersonal: false)
    return SharedLease(core, try await core.lendToTask(borrower, timeout: timeout))
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(
    of key: Key, _ mark: LoanMark, _ timeout: PoolTimeout, _ refusal: PoolCore.Refusal?,
    _ label: String? = nil
  ) async throws -> SlotRef {
    let borrower = borrower(for: key, mark, label: label)
    return try await core.lendToTask(borrower, timeout: timeout, after: refusal).slot
  }
}
