// Loans with a label. A label is stored under the pool's lock and removed when the element is
// returned: the first labelled loan closes the pool's fast path permanently.

extension ElasticPool {
  /// Lends an element to `body`, with a label on the loan; see ``withElement(fileID:line:_:)``.
  ///
  /// ``loans`` includes the label. The first labelled loan moves the pool to its slow path
  /// permanently, at some tens of nanoseconds for each loan.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for diagnostics.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  public func withElement<Result: ~Copyable, Failure: Error>(
    label: String, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.use(lend(LoanMark(fileID, line), label: label).slot, body)
  }

  /// Lends an element until the lease ends, with a label on the loan; see ``lease(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for diagnostics.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends.
  public func lease(
    label: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lease<Element> {
    let loaned = lend(LoanMark(fileID, line), label: label)
    return Lease(core, loaned.slot)
  }

  /// Lends an element for the lifetime of the returned object, with a label on the loan; see
  /// ``ownedLease(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for diagnostics.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  public func ownedLease(
    label: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> OwnedLease<Element> {
    OwnedLease(core, lend(LoanMark(fileID, line), isPersonal: false, label: label))
  }

  /// The current loans, in no particular order.
  ///
  /// Each has the call site that borrowed the element, its label if any, and its age if the pool
  /// records it. Reading the list does not close the fast path. While elements are lent and
  /// returned, a loan that has just begun may be missing, and one that has just ended may be
  /// listed.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var loans: [PoolLoan] { core.loans }
}

extension ThrowingElasticPool {
  /// Lends an element to `body`, with a label on the loan; see ``withElement(fileID:line:_:)``.
  ///
  /// ``loans`` includes the label. The first labelled loan moves the pool to its slow path
  /// permanently, at some tens of nanoseconds for each loan.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for diagnostics.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `make` or `body` throws. If `body` throws, the pool's
  ///   ``PoolHooks/FailurePolicy`` decides what happens to the element.
  public func withElement<Result: ~Copyable>(
    label: String, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    try core.use(try lend(LoanMark(fileID, line), label: label).slot, body)
  }

  /// Lends an element until the lease ends, with a label on the loan; see ``lease(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for diagnostics.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends.
  /// - Throws: The error that `make` throws.
  public func lease(
    label: String, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let loaned = try lend(LoanMark(fileID, line), label: label)
    return Lease(core, loaned.slot)
  }

  /// Lends an element for the lifetime of the returned object, with a label on the loan; see
  /// ``ownedLease(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for diagnostics.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: The error that `make` throws.
  public func ownedLease(
    label: String, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> OwnedLease<Element> {
    OwnedLease(core, try lend(LoanMark(fileID, line), isPersonal: false, label: label))
  }

  /// The current loans, in no particular order.
  ///
  /// Each has the call site that borrowed the element, its label if any, and its age if the pool
  /// records it. Reading the list does not close the fast path. While elements are lent and
  /// returned, a loan that has just begun may be missing, and one that has just ended may be
  /// listed.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var loans: [PoolLoan] { core.loans }
}
