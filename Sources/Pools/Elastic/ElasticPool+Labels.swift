// Loans with a label. A label is kept under the pool's lock, and taken off when the element comes
// back: the first labelled loan closes the pool's fast lane for good.

extension ElasticPool {
  /// Lends an element to `body` under a label, as ``withElement(fileID:line:_:)`` does.
  ///
  /// ``loans`` names the loan by its label. The first labelled loan sends the pool through its lock
  /// from then on, at some tens of nanoseconds for each loan.
  ///
  /// - Returns: what `body` returns.
  public func withElement<Result: ~Copyable, Failure: Error>(
    label: String, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.use(lend(LoanMark(fileID, line), label: label).slot, body)
  }

  /// Lends an element until the lease ends under a label, as ``lease(fileID:line:)`` does.
  public func lease(
    label: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lease<Element> {
    let loaned = lend(LoanMark(fileID, line), label: label)
    return Lease(core, loaned.slot)
  }

  /// Lends an element for as long as the returned object lives under a label, as
  /// ``sharedLease(fileID:line:)`` does.
  public func sharedLease(
    label: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> SharedLease<Element> {
    SharedLease(core, lend(LoanMark(fileID, line), isPersonal: false, label: label))
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

extension ThrowingElasticPool {
  /// Lends an element to `body` under a label, as ``withElement(fileID:line:_:)`` does.
  ///
  /// ``loans`` names the loan by its label. The first labelled loan sends the pool through its lock
  /// from then on, at some tens of nanoseconds for each loan.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `make` throws, or what `body` throws; in that case the pool's
  ///   ``FailurePolicy`` decides what becomes of the element.
  public func withElement<Result: ~Copyable>(
    label: String, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    try core.use(try lend(LoanMark(fileID, line), label: label).slot, body)
  }

  /// Lends an element until the lease ends under a label, as ``lease(fileID:line:)`` does.
  ///
  /// - Throws: what `make` throws.
  public func lease(
    label: String, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let loaned = try lend(LoanMark(fileID, line), label: label)
    return Lease(core, loaned.slot)
  }

  /// Lends an element for as long as the returned object lives under a label, as
  /// ``sharedLease(fileID:line:)`` does.
  ///
  /// - Throws: what `make` throws.
  public func sharedLease(
    label: String, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> SharedLease<Element> {
    SharedLease(core, try lend(LoanMark(fileID, line), isPersonal: false, label: label))
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
