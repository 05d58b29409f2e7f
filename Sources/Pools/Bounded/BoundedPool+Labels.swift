// Loans with a label. A label is kept under the pool's lock, and taken off when the element comes
// back: the first labelled loan closes the pool's fast lane for good.

extension BoundedPool {
  /// Lends an element to `body` under a label, as
  /// ``withLease(timeout:fileID:line:_:)`` does.
  ///
  /// ``loans``, reports and errors of a shutdown name the loan by its label. The first labelled loan
  /// sends the pool through its lock from then on, at some tens of nanoseconds for each loan.
  ///
  /// - Parameters:
  ///   - label: what the loan is for, in a few words.
  ///   - timeout: how long to wait for the element. It does not limit `body`.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  ///   - body: uses the element; it runs where the caller runs.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or why there was no element.
  public func withLease<Result>(
    label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) async throws -> Result
  ) async throws -> Result {
    let slot = try await takeSlotSlowly(LoanMark(fileID, line), timeout, label)
    return try await core.useAwaiting(slot, body)
  }

  /// Lends an element until the lease ends under a label, as
  /// ``lease(timeout:fileID:line:)`` does.
  ///
  /// - Parameters:
  ///   - label: what the loan is for, in a few words.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: the lease, whose end returns the element.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  public func lease(
    label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    Lease(core, try await takeSlotSlowly(LoanMark(fileID, line), timeout, label))
  }

  /// Lends an element for as long as the returned object lives under a label, as
  /// ``sharedLease(timeout:fileID:line:)`` does.
  ///
  /// - Parameters:
  ///   - label: what the loan is for, in a few words.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: an object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or what `make` threw.
  public func sharedLease(
    label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> SharedLease<Element> {
    let loaned = try await core.lendToTask(
      PoolCore.Borrower(mark: LoanMark(fileID, line), isPersonal: false, label: label),
      timeout: timeout)
    return SharedLease(core, loaned)
  }

  /// Lends an element to `body` under a label, blocking the thread for it if necessary.
  ///
  /// - Parameters:
  ///   - label: what the loan is for, in a few words.
  ///   - timeout: how long to wait for the element. It does not limit `body`.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  ///   - body: uses the element.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or why there was no element.
  @available(*, noasync, message: "A task awaits: use withLease(label:timeout:_:).")
  public func withLeaseBlocking<Result: ~Copyable>(
    label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    try core.use(takeSlotBlocking(LoanMark(fileID, line), timeout, label), body)
  }

  /// Lends an element until the lease ends under a label, blocking the thread for it if
  /// necessary.
  ///
  /// - Parameters:
  ///   - label: what the loan is for, in a few words.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: the lease, whose end returns the element.
  /// - Throws: ``PoolError``, or what `make` threw.
  @available(*, noasync, message: "A task awaits: use lease(label:timeout:).")
  public func leaseBlocking(
    label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    Lease(core, try takeSlotBlocking(LoanMark(fileID, line), timeout, label))
  }

  /// The loans under way at this moment, in no particular order.
  ///
  /// Each tells where the element was borrowed, the label if it has one, and since when if the pool
  /// notes that. Asking for the list closes no lane. While elements change hands, a loan that has
  /// just begun or ended may be missing or still there.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var loans: [PoolLoan] { core.loans }
}
