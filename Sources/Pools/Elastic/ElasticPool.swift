/// A pool that never waits: it lends an idle element or creates one.
///
/// For objects that are expensive to create and unlimited in number: buffers, formatters, parsers,
/// renderers. The order is last in, first out: the element that was returned last, and is still
/// warm in the processor's caches, is lent first; unneeded elements grow cold and can be trimmed.
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
/// In this strict order only one thread at a time can use the fast path: the last one that returned
/// many elements in a row. If many threads share a pool, set the order to
/// ``PoolConfiguration/ReuseOrder/nearest``.
///
/// Elements need not be `Sendable`: each has one borrower at a time. For objects that belong to the
/// main actor, such as views, use a ``LocalPool``. For a `make` that throws, use a
/// ``ThrowingElasticPool``. For a limited number of elements, use a ``BoundedPool``.
///
/// Dropping the pool destroys its idle elements. Those on loan stay usable and are destroyed when
/// they are returned; objects lent by ``acquire(preferring:fileID:line:)`` cannot be returned and
/// belong to their holders.
public final class ElasticPool<Element>: Sendable {
  @usableFromInline let core: ElementCore<Element>

  /// Creates a pool that keeps at most `maximumIdle` idle elements.
  ///
  /// - Parameters:
  ///   - maximumIdle: The maximum number of idle elements; beyond it, the longest idle are
  ///     destroyed. With 0 every element is destroyed when it is returned.
  ///   - configuration: The rules for reuse and expiration.
  ///   - hooks: The actions on an element between two borrowers.
  ///   - make: A closure that creates an element.
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
  public func withElement<Result: ~Copyable, Failure: Error>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let mark = LoanMark(fileID, line)
    if let label { return try core.use(takeSlotSlowly(mark, labelled: label), body) }
    return try withPlainElement(mark, body)
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
  @inlinable
  @inline(__always)
  public func lease(
    preferring key: (any Hashable & Sendable)? = nil, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    if key != nil || label != nil { return markedLease(mark, key, label) }
    return plainLease(mark)
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
  public func ownedLease(
    preferring key: (any Hashable & Sendable)? = nil, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OwnedLease<Element> {
    OwnedLease(
      core,
      lend(
        LoanMark(fileID, line), preferring: PreferenceKey(key), isPersonal: false, label: label))
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

  /// Creates elements on this thread until `count` exist, or as many as `maximumIdle` allows.
  ///
  /// - Parameter count: The number of elements that should exist.
  public func warmUp(to count: Int) {
    core.makingCannotFail { try core.warmUpHere(to: count) }
  }

  /// Destroys idle elements, the longest idle first, leaving
  /// ``PoolConfiguration/minimumIdle``.
  ///
  /// - Parameter how: The elements to destroy.
  /// - Returns: The number of elements destroyed.
  @discardableResult
  public func trim(_ how: PoolTrim) -> Int { core.trim(how) }

  /// Destroys every element created so far: idle ones now, the others as they are returned.
  public func invalidateAll() { core.invalidateAll() }

  /// The current counts of the pool.
  public var snapshot: PoolSnapshot { core.snapshot }

  // MARK: Taking a slot

  // The lending methods are inlined, so that a nil key or label folds in the caller. What remains
  // is one of these, specialized for the caller.

  @inlinable
  func withPlainElement<Result: ~Copyable, Failure: Error>(
    _ mark: LoanMark, _ body: (inout sending Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let slot = takeSlot(mark)
    return try core.use(slot, body)
  }

  @inlinable
  func plainLease(_ mark: LoanMark) -> Lease<Element> {
    // In two steps: with the core as the first argument of one call, the call would retain it.
    let slot = takeSlot(mark)
    return Lease(core, slot)
  }

  @inlinable
  @inline(__always)
  func takeSlot(_ mark: LoanMark) -> SlotRef {
    guard let slot = core.takeFast() else { return takeSlotSlowly(mark) }
    slot.note(mark)
    return slot
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(_ mark: LoanMark) -> SlotRef {
    core.lendDirectly(mark) ?? lend(mark).slot
  }

  // A label is stored under the lock and removed when the element is returned: the first labelled
  // loan closes the fast path permanently.
  @usableFromInline
  @inline(never)
  func takeSlotSlowly(_ mark: LoanMark, labelled label: String) -> SlotRef {
    lend(mark, label: label).slot
  }

  @usableFromInline
  @inline(never)
  func markedLease(
    _ mark: LoanMark, _ key: (any Hashable & Sendable)?, _ label: String?
  ) -> Lease<Element> {
    let loaned = lend(mark, preferring: PreferenceKey(key), label: label)
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

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
