// For plain threads. These methods block, so they have names of their own, and a task cannot call
// them: it would block a thread that other tasks need, perhaps the one that returns the element.

extension KeyedPool {
  /// Lends an element of this key to `body`, blocking the thread if necessary.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait for an element. It does not limit `body`.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, or the reason that no element was lent.
  @available(*, noasync, message: "In a task, use withElement(for:timeout:_:) instead.")
  @inlinable
  public func withElementBlocking<Result: ~Copyable>(
    for key: Key, label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let mark = LoanMark(fileID, line)
    var refusal: PoolCore.Refusal?
    let slot: SlotRef
    if label == nil, let idle = idleSlot(of: key, mark, &refusal) {
      slot = idle
    } else {
      slot = try takeSlotBlocking(of: key, mark, timeout, refusal, label)
    }
    return try core.use(slot, body)
  }

  /// Lends an element of this key until the lease ends, blocking the thread if necessary.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - label: A short description of the loan, for ``loans`` and the report of a shutdown.
  ///   - timeout: The maximum wait.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends.
  /// - Throws: ``PoolError``, or the error that `make` threw.
  @available(*, noasync, message: "In a task, use lease(for:timeout:) instead.")
  @inlinable
  public func leaseBlocking(
    for key: Key, label: String? = nil, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    var refusal: PoolCore.Refusal?
    if label == nil, let slot = idleSlot(of: key, mark, &refusal) { return Lease(core, slot) }
    return Lease(core, try takeSlotBlocking(of: key, mark, timeout, refusal, label))
  }

  @usableFromInline
  @inline(never)
  func takeSlotBlocking(
    of key: Key, _ mark: LoanMark, _ timeout: PoolTimeout, _ refusal: PoolCore.Refusal?,
    _ label: String?
  ) throws -> SlotRef {
    let borrower = borrower(for: key, mark, label: label)
    return try core.lendToThread(borrower, timeout: timeout, after: refusal).slot
  }
}
