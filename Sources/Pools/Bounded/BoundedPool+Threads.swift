// For plain threads. These methods block, so they have names of their own, and a task cannot call
// them: it would block a thread that other tasks need, perhaps the one that returns the element.

extension BoundedPool {
  /// Lends an element to `body`, blocking the thread if necessary.
  ///
  /// - Parameters:
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait for an element. It does not limit `body`.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, or the reason that no element was lent.
  @available(*, noasync, message: "In a task, use withElement(timeout:_:) instead.")
  @inlinable
  @inline(__always)
  public func withElementBlocking<Result: ~Copyable>(
    label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let mark = LoanMark(fileID, line)
    if label != nil { return try core.use(takeSlotBlocking(mark, timeout, label), body) }
    return try withPlainElementBlocking(mark, timeout, body)
  }

  /// Lends an element until the lease ends, blocking the thread if necessary; see
  /// ``lease(preferring:label:timeout:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends. Its ``Lease/isPreferred`` is true if
  ///   the element still shows `key`.
  /// - Throws: ``PoolError``, or the error that `make` threw.
  @available(*, noasync, message: "In a task, use lease(preferring:label:timeout:) instead.")
  @inlinable
  @inline(__always)
  public func leaseBlocking(
    preferring key: (any Hashable & Sendable)? = nil, label: String? = nil,
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    if key != nil || label != nil { return try markedLeaseBlocking(mark, key, label, timeout) }
    return try plainLeaseBlocking(mark, timeout)
  }

  // The lending methods are inlined, so that a nil key or label folds in the caller. What remains
  // is one of these, specialized for the caller.

  @inlinable
  func withPlainElementBlocking<Result: ~Copyable>(
    _ mark: LoanMark, _ timeout: PoolTimeout, _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let slot: SlotRef
    if let free = core.takeFast() {
      free.note(mark)
      slot = free
    } else {
      slot = try takeSlotBlocking(mark, timeout, nil)
    }
    return try core.use(slot, body)
  }

  @inlinable
  func plainLeaseBlocking(_ mark: LoanMark, _ timeout: PoolTimeout) throws -> Lease<Element> {
    if let slot = core.takeFast() {
      slot.note(mark)
      return Lease(core, slot)
    }
    return Lease(core, try takeSlotBlocking(mark, timeout, nil))
  }

  @usableFromInline
  @inline(never)
  func markedLeaseBlocking(
    _ mark: LoanMark, _ key: (any Hashable & Sendable)?, _ label: String?, _ timeout: PoolTimeout
  ) throws -> Lease<Element> {
    let loaned = try core.lendToThread(
      PoolCore.Borrower(mark: mark, preference: PreferenceKey(key), label: label),
      timeout: timeout)
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  @usableFromInline
  @inline(never)
  func takeSlotBlocking(
    _ mark: LoanMark, _ timeout: PoolTimeout, _ label: String?
  ) throws -> SlotRef {
    if label == nil, let slot = core.lendDirectly(mark) { return slot }
    return try core.lendToThread(PoolCore.Borrower(mark: mark, label: label), timeout: timeout).slot
  }
}
