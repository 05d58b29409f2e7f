// For plain threads. These block, so they have their own names, and a task cannot call them: it
// would keep a thread from all other tasks, among them perhaps the one that gives back.

extension KeyedPool {
  /// Lends an element of this key to `body`, blocking the thread for it if necessary.
  ///
  /// - Parameters:
  ///   - key: whose element to lend.
  ///   - timeout: how long to wait for the element. It does not limit `body`.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  ///   - body: uses the element.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or why there was no element.
  @available(*, noasync, message: "A task awaits: use withLease(for:timeout:_:).")
  @inlinable
  public func withLeaseBlocking<Result: ~Copyable>(
    for key: Key, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let mark = LoanMark(fileID, line)
    var refusal: PoolCore.Refusal?
    let slot: SlotRef
    if let idle = idleSlot(of: key, mark, &refusal) {
      slot = idle
    } else {
      slot = try takeSlotBlocking(of: key, mark, timeout, refusal)
    }
    return try core.use(slot, body)
  }

  /// Lends an element of this key until the lease ends, blocking the thread for it if necessary.
  ///
  /// - Parameters:
  ///   - key: whose element to lend.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: the lease, whose end returns the element.
  /// - Throws: ``PoolError``, or what `make` threw.
  @available(*, noasync, message: "A task awaits: use lease(for:timeout:).")
  @inlinable
  public func leaseBlocking(
    for key: Key, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    var refusal: PoolCore.Refusal?
    if let slot = idleSlot(of: key, mark, &refusal) { return Lease(core, slot) }
    return Lease(core, try takeSlotBlocking(of: key, mark, timeout, refusal))
  }

  @usableFromInline
  @inline(never)
  func takeSlotBlocking(
    of key: Key, _ mark: LoanMark, _ timeout: PoolTimeout, _ refusal: PoolCore.Refusal?,
    _ label: String? = nil
  ) throws -> SlotRef {
    let borrower = borrower(for: key, mark, label: label)
    return try core.lendToThread(borrower, timeout: timeout, after: refusal).slot
  }
}
