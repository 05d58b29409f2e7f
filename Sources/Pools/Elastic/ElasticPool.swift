/// A pool that never waits: it lends an idle element or makes one.
///
/// For objects that are expensive to make and that there may be any number of: buffers, formatters,
/// parsers, renderers. Last in, first out: the element that was returned last, and is still warm in
/// the processor's caches, is lent first, and what is not needed grows cold and can be trimmed.
///
/// ```swift
/// let maps = ElasticPool(maximumIdle: 4) { BranchMap() }
///
/// maps.withElement { map in
///   map.show("Central")
/// }
/// ```
///
/// Every method may be called from any thread or task, at any time, and does not wait for other
/// borrowers. `make` runs on the borrower's thread and outside the pool's lock.
///
/// In its strict order the fastest way through the pool is one thread's at a time, the one that
/// used it most lately. Where many threads share a pool, give it the order ``ReuseOrder/nearest``.
///
/// Elements need not be `Sendable`: each is in one hand at a time. For objects that belong to the
/// main actor, such as views, use a ``LocalPool``. For a `make` that throws, use a
/// ``ThrowingElasticPool``. For elements of which there may only be so many, use a ``BoundedPool``.
///
/// Dropping the pool ends its idle elements. Those on loan stay usable and end as they come back;
/// objects that ``acquire(fileID:line:)`` lent cannot come back and stay with their holders.
public final class ElasticPool<Element>: Sendable {
  @usableFromInline let core: ElementCore<Element>

  /// A pool that keeps at most `maximumIdle` idle elements.
  ///
  /// - Parameters:
  ///   - maximumIdle: how many idle elements are kept; of more, the coldest end. With 0 every
  ///     element ends when it comes back.
  ///   - configuration: how elements are reused, aged and observed.
  ///   - hooks: what is done with an element between two borrowers.
  ///   - make: makes an element.
  public init(
    maximumIdle: Int = 16, configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks(), make: @escaping @Sendable () -> sending Element
  ) {
    core = .elastic(
      maximumIdle: maximumIdle, configuration: configuration, hooks: hooks, make: make)
  }

  deinit { core.poolDropped() }

  /// Lends an element to `body`.
  ///
  /// If `body` throws, the pool's ``FailurePolicy`` decides what becomes of the element.
  ///
  /// - Returns: what `body` returns.
  @inlinable
  public func withElement<Result: ~Copyable, Failure: Error>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let slot = takeSlot(LoanMark(fileID, line))
    return try core.use(slot, body)
  }

  /// Lends an element until the lease ends.
  @inlinable
  public func lease(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lease<Element> {
    // In two steps: with the core as the first argument of one call, it would be retained for it.
    let slot = takeSlot(LoanMark(fileID, line))
    return Lease(core, slot)
  }

  /// Lends the element that last showed `key`, as it was, if it is idle.
  ///
  /// Otherwise lends the one that has been idle longest, prepared for reuse, or a new one. Either
  /// way the element counts as showing `key` from now on. A pool of which this is asked once takes
  /// the slower way through its lock from then on. Comparing and hashing keys must not use the pool.
  ///
  /// - Returns: a lease that tells by ``Lease/isPreferred`` whether the element still shows `key`.
  public func lease(
    preferring key: some Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lease<Element> {
    let loaned = lend(LoanMark(fileID, line), preferring: PreferenceKey(key))
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  /// Lends an element for as long as the returned object lives.
  public func sharedLease(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> SharedLease<Element> {
    SharedLease(core, lend(LoanMark(fileID, line), isPersonal: false))
  }

  /// Lends the element that last showed `key`, as ``lease(preferring:fileID:line:)`` does, for as
  /// long as the returned object lives.
  public func sharedLease(
    preferring key: some Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) -> SharedLease<Element> {
    SharedLease(
      core, lend(LoanMark(fileID, line), preferring: PreferenceKey(key), isPersonal: false))
  }

  /// Makes elements until `count` exist, or as many as are kept idle, on this thread.
  public func warmUp(to count: Int) {
    core.makingCannotFail { try core.warmUpHere(to: count) }
  }

  /// Ends idle elements, the coldest first, leaving ``PoolConfiguration/minimumIdle``.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func trim(_ how: Trim) -> Int { core.trim(how) }

  /// Ends every element made so far: those that are idle now, the others as they come back.
  public func invalidateAll() { core.invalidateAll() }

  /// The pool's numbers at this moment.
  public var snapshot: PoolSnapshot { core.snapshot }

  // MARK: Taking a slot

  @inlinable
  @inline(__always)
  func takeSlot(_ mark: LoanMark) -> SlotRef {
    guard let slot = core.takeFast() else { return takeSlotSlowly(mark) }
    slot.note(mark)
    return slot
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(_ mark: LoanMark) -> SlotRef { lend(mark).slot }

  func lend(
    _ mark: LoanMark, preferring key: PreferenceKey? = nil, isPersonal: Bool = true,
    label: String? = nil
  ) -> PoolCore.Loaned {
    core.makingCannotFail {
      try core.lendOrMake(
        for: PoolCore.Borrower(
          mark: mark, preference: key, isPersonal: isPersonal, label: label))
    }
  }
}
