// The lending methods are inlined, so that a nil key or label folds in the caller. What remains is
// one of the methods below, specialized for the caller.

extension ElasticPool where Failure == Never {
  /// Lends an element to `body`.
  ///
  /// If `body` throws, the pool's ``PoolHooks/FailurePolicy`` decides what happens to the element.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for ``loans``.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @inlinable
  @inline(__always)
  public func withElement<Result: ~Copyable, BodyFailure: Error>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws(BodyFailure) -> Result
  ) throws(BodyFailure) -> Result {
    let mark = LoanMark(fileID, line)
    if let label { return try core.use(takeSlotSlowly(mark, labelled: label), body) }
    return try withPlainElement(mark, body)
  }

  @inlinable
  func withPlainElement<Result: ~Copyable, BodyFailure: Error>(
    _ mark: LoanMark, _ body: (inout sending Element) throws(BodyFailure) -> Result
  ) throws(BodyFailure) -> Result {
    let slot = takeSlot(mark)
    return try core.use(slot, body)
  }
}

extension ElasticPool {
  /// Lends an element to `body`, where creating an element can fail.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for ``loans``.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `make` or `body` throws. If `body` throws, the pool's
  ///   ``PoolHooks/FailurePolicy`` decides what happens to the element.
  @inlinable
  @inline(__always)
  public func withElement<Result: ~Copyable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let mark = LoanMark(fileID, line)
    if let label { return try core.use(try takeSlotSlowly(mark, labelled: label), body) }
    return try withPlainElement(mark, body)
  }

  @inlinable
  func withPlainElement<Result: ~Copyable>(
    _ mark: LoanMark, _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let slot = try takeSlot(mark)
    return try core.use(slot, body)
  }

  /// Lends an element until the lease ends.
  ///
  /// With a key, it lends the element that last showed `key`, unchanged, if it is idle. Otherwise
  /// it lends the element that has been idle longest, prepared for reuse, or a new one. In each
  /// case the element counts as showing `key` from now on. The key's `==` and `hash(into:)` must
  /// not use the pool.
  ///
  /// The first loan with a key or a label moves the pool to its slow path permanently, at some tens
  /// of nanoseconds for each loan.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - label: A short description of the loan, for ``loans``.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends. Its ``Lease/isPreferred`` is true if
  ///   the element still shows `key`.
  /// - Throws: The error that `make` throws.
  @inlinable
  @inline(__always)
  public func lease(
    preferring key: (any Hashable & Sendable)? = nil, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    if key != nil || label != nil { return try markedLease(mark, key, label) }
    return try plainLease(mark)
  }

  /// Lends an element for the lifetime of the returned object; see
  /// ``lease(preferring:label:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - label: A short description of the loan, for ``loans``.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: The error that `make` throws.
  public func ownedLease(
    preferring key: (any Hashable & Sendable)? = nil, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> OwnedLease<Element> {
    OwnedLease(
      core,
      try lend(
        LoanMark(fileID, line), preferring: PreferenceKey(key), isPersonal: false, label: label))
  }

  @inlinable
  func plainLease(_ mark: LoanMark) throws(Failure) -> Lease<Element> {
    // In two steps: with the core as the first argument of one call, the call would retain it.
    let slot = try takeSlot(mark)
    return Lease(core, slot)
  }

  @inlinable
  @inline(__always)
  func takeSlot(_ mark: LoanMark) throws(Failure) -> SlotRef {
    guard let slot = core.takeFast() else { return try takeSlotSlowly(mark) }
    slot.note(mark)
    return slot
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(_ mark: LoanMark) throws(Failure) -> SlotRef {
    if let slot = core.lendDirectly(mark) { return slot }
    return try lend(mark).slot
  }

  // A label is stored under the lock and removed when the element is returned: the first labelled
  // loan closes the fast path permanently.
  @usableFromInline
  @inline(never)
  func takeSlotSlowly(_ mark: LoanMark, labelled label: String) throws(Failure) -> SlotRef {
    try lend(mark, label: label).slot
  }

  @usableFromInline
  @inline(never)
  func markedLease(
    _ mark: LoanMark, _ key: (any Hashable & Sendable)?, _ label: String?
  ) throws(Failure) -> Lease<Element> {
    let loaned = try lend(mark, preferring: PreferenceKey(key), label: label)
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  func lend(
    _ mark: LoanMark, preferring key: PreferenceKey? = nil, isPersonal: Bool = true,
    label: String? = nil
  ) throws(Failure) -> PoolCore.Loaned {
    try making {
      try core.lendOrMake(
        for: PoolCore.Borrower(
          mark: mark, preference: key, isPersonal: isPersonal, label: label))
    }
  }

  /// Runs a body whose only error is one of `make`.
  func making<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      guard let failure = error as? Failure else {
        preconditionFailure("`make` throws \(Failure.self) only, but a pool got this: \(error)")
      }
      throw failure
    }
  }
}
