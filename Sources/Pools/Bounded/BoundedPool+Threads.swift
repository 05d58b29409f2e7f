// For plain threads. These block, so they have their own names, and a task cannot call them: it
// would keep a thread from all other tasks, among them perhaps the one that gives back.

extension BoundedPool {
  /// Lends an element to `body`, blocking the thread for it if necessary.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for the element. It does not limit `body`.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  ///   - body: uses the element.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or why there was no element.
  @available(*, noasync, message: "A task awaits: use withLease(timeout:_:).")
  @inlinable
  public func withLeaseBlocking<Result: ~Copyable>(
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let mark = LoanMark(fileID, line)
    let slot: SlotRef
    if let free = core.takeFast() {
      free.note(mark)
      slot = free
    } else {
      slot = try takeSlotBlocking(mark, timeout)
    }
    return try core.use(slot, body)
  }

  /// Lends an element until the lease ends, blocking the thread for it if necessary.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: the lease, whose end returns the element.
  /// - Throws: ``PoolError``, or what `make` threw.
  @available(*, noasync, message: "A task awaits: use lease(timeout:).")
  @inlinable
  public func leaseBlocking(
    timeout: PoolTimeout = .default, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    if let slot = core.takeFast() {
      slot.note(mark)
      return Lease(core, slot)
    }
    return Lease(core, try takeSlotBlocking(mark, timeout))
  }

  /// Lends the element that last showed `key`, as it was, if it is idle, and otherwise as
  /// ``lease(preferring:timeout:fileID:line:)`` does, blocking the thread if necessary.
  ///
  /// - Parameters:
  ///   - key: what the borrower wants to show.
  ///   - timeout: how long to wait.
  ///   - fileID: where the loan is noted to have begun.
  ///   - line: where the loan is noted to have begun.
  /// - Returns: a lease that tells by ``Lease/isPreferred`` whether the element still shows `key`.
  /// - Throws: ``PoolError``, or what `make` threw.
  @available(*, noasync, message: "A task awaits: use lease(preferring:timeout:).")
  public func leaseBlocking(
    preferring key: some Hashable & Sendable, timeout: PoolTimeout = .default,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let loaned = try core.lendToThread(
      PoolCore.Borrower(mark: LoanMark(fileID, line), preference: PreferenceKey(key)),
      timeout: timeout)
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  @usableFromInline
  @inline(never)
  func takeSlotBlocking(
    _ mark: LoanMark, _ timeout: PoolTimeout, _ label: String? = nil
  ) throws -> SlotRef {
    try core.lendToThread(PoolCore.Borrower(mark: mark, label: label), timeout: timeout).slot
  }
}
