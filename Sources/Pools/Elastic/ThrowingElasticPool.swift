/// An ``ElasticPool`` whose elements cannot always be made.
///
/// Each verb is the same, and throws what `make` throws. A failed creation concerns nobody but the
/// borrower for which it was tried.
///
/// ```swift
/// let parsers = ThrowingElasticPool(maximumIdle: 4) { try CatalogueParser(rules: "rules.txt") }
/// let count = try parsers.withElement { parser in try parser.countBooks(in: "shelf 12") }
/// ```
public final class ThrowingElasticPool<Element>: Sendable {
  @usableFromInline let core: ElementCore<Element>

  /// A pool that keeps at most `maximumIdle` idle elements.
  ///
  /// - Parameters:
  ///   - maximumIdle: how many idle elements are kept; of more, the coldest end.
  ///   - configuration: how elements are reused, aged and observed.
  ///   - hooks: what is done with an element between two borrowers.
  ///   - make: makes an element, or throws to the borrower that needs it.
  public init(
    maximumIdle: Int = 16, configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks(),
    make: @escaping @Sendable () throws -> sending Element
  ) {
    core = .elastic(
      maximumIdle: maximumIdle, configuration: configuration, hooks: hooks, make: make)
  }

  deinit { core.poolDropped() }

  /// Lends an element to `body`.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `make` throws, or what `body` throws; in that case the pool's
  ///   ``FailurePolicy`` decides what becomes of the element.
  @inlinable
  public func withElement<Result: ~Copyable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let slot = try takeSlot(LoanMark(fileID, line))
    return try core.use(slot, body)
  }

  /// Lends an element until the lease ends.
  ///
  /// - Throws: what `make` throws.
  @inlinable
  public func lease(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let slot = try takeSlot(LoanMark(fileID, line))
    return Lease(core, slot)
  }

  /// Lends the element that last showed `key`, as ``ElasticPool/lease(preferring:fileID:line:)``
  /// does.
  ///
  /// - Throws: what `make` throws.
  public func lease(
    preferring key: some Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let loaned = try lend(LoanMark(fileID, line), preferring: PreferenceKey(key))
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  /// Lends an element for as long as the returned object lives.
  ///
  /// - Throws: what `make` throws.
  public func sharedLease(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> SharedLease<Element> {
    SharedLease(core, try lend(LoanMark(fileID, line), isPersonal: false))
  }

  /// Lends the element that last showed `key`, as ``ElasticPool/lease(preferring:fileID:line:)``
  /// does, for as long as the returned object lives.
  ///
  /// - Throws: what `make` throws.
  public func sharedLease(
    preferring key: some Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> SharedLease<Element> {
    SharedLease(
      core, try lend(LoanMark(fileID, line), preferring: PreferenceKey(key), isPersonal: false))
  }

  /// Makes elements until `count` exist, or as many as are kept idle, on this thread.
  ///
  /// - Throws: what `make` throws; what was made until then is kept.
  public func warmUp(to count: Int) throws { try core.warmUpHere(to: count) }

  /// Ends idle elements, the coldest first, leaving ``PoolConfiguration/minimumIdle``.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func trim(_ how: Trim) -> Int { core.trim(how) }

  /// Ends every element made so far: those that are idle now, the others as they come back.
  public func invalidateAll() { core.invalidateAll() }

  /// The pool's numbers at this moment.
  public var snapshot: PoolSnapshot { core.snapshot }

  @inlinable
  @inline(__always)
  func takeSlot(_ mark: LoanMark) throws -> SlotRef {
    guard let slot = core.takeFast() else { return try takeSlotSlowly(mark) }
    slot.note(mark)
    return slot
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(_ mark: LoanMark) throws -> SlotRef { try lend(mark).slot }

  func lend(
    _ mark: LoanMark, preferring key: PreferenceKey? = nil, isPersonal: Bool = true,
    label: String? = nil
  ) throws -> PoolCore.Loaned {
    try core.lendOrMake(
      for: PoolCore.Borrower(mark: mark, preference: key, isPersonal: isPersonal, label: label))
  }
}
