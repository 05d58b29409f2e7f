// Loans with a label. A label is stored under the pool's lock and removed when the element is
// returned.

extension KeyedPool {
  /// Lends an element of this key to `body`, with a label on the loan; see
  /// ``withElement(for:timeout:fileID:line:_:)``.
  ///
  /// ``loans`` and the report of a shutdown include the label.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for diagnostics.
  ///   - timeout: The maximum wait for an element. It does not limit `body`.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element, in the isolation of the caller.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, or the reason that no element was lent.
  public func withElement<Result>(
    for key: Key, label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) async throws -> Result
  ) async throws -> Result {
    let slot = try await takeSlotSlowly(of: key, LoanMark(fileID, line), timeout, nil, label)
    return try await core.useAwaiting(slot, body)
  }

  /// Lends an element of this key until the lease ends, with a label on the loan; see
  /// ``lease(for:timeout:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for diagnostics.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  public func lease(
    for key: Key, label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Lease<Element> {
    Lease(core, try await takeSlotSlowly(of: key, LoanMark(fileID, line), timeout, nil, label))
  }

  /// Lends an element of this key for the lifetime of the returned object, with a label on the
  /// loan; see ``ownedLease(for:timeout:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for diagnostics.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: ``PoolError``, `CancellationError`, or the error that `make` threw.
  public func ownedLease(
    for key: Key, label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> OwnedLease<Element> {
    let loaned = try await core.lendToTask(
      borrower(for: key, LoanMark(fileID, line), isPersonal: false, label: label),
      timeout: timeout)
    return OwnedLease(core, loaned)
  }

  /// Lends an element of this key to `body`, with a label, blocking the thread if necessary.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for diagnostics.
  ///   - timeout: The maximum wait for an element. It does not limit `body`.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, or the reason that no element was lent.
  @available(*, noasync, message: "In a task, use withElement(for:label:timeout:_:) instead.")
  public func withElementBlocking<Result: ~Copyable>(
    for key: Key, label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    try core.use(takeSlotBlocking(of: key, LoanMark(fileID, line), timeout, nil, label), body)
  }

  /// Lends an element of this key until the lease ends, with a label, blocking the thread if
  /// necessary.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for diagnostics.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends.
  /// - Throws: ``PoolError``, or the error that `make` threw.
  @available(*, noasync, message: "In a task, use lease(for:label:timeout:) instead.")
  public func leaseBlocking(
    for key: Key, label: String, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    Lease(core, try takeSlotBlocking(of: key, LoanMark(fileID, line), timeout, nil, label))
  }

  /// The current loans, in no particular order.
  ///
  /// Each has the call site that borrowed the element, its label if any, and its age if the pool
  /// records it. While elements are lent and returned, a loan that has just begun may be missing,
  /// and one that has just ended may be listed.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var loans: [PoolLoan] { core.loans }
}
