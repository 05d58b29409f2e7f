/// An ``ElasticPool`` for elements whose creation can fail.
///
/// Each method is the same, and rethrows the error of `make`. A failed creation affects only the
/// borrower that triggered it.
///
/// ```swift
/// let parsers = ThrowingElasticPool(maximumIdle: 4) { try CatalogueParser(rules: "rules.txt") }
/// let count = try parsers.withElement { parser in try parser.countBooks(in: "shelf 12") }
/// ```
public final class ThrowingElasticPool<Element>: Sendable {
  @usableFromInline let core: ElementCore<Element>

  /// Creates a pool that keeps at most `maximumIdle` idle elements.
  ///
  /// - Parameters:
  ///   - maximumIdle: The maximum number of idle elements; beyond it, the longest idle are
  ///     destroyed.
  ///   - configuration: The rules for reuse and expiration.
  ///   - hooks: The actions on an element between two borrowers.
  ///   - make: A closure that creates an element, or throws to the borrower that needs it.
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

  /// Lends an element until the lease ends; see
  /// ``ElasticPool/lease(preferring:label:fileID:line:)``.
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
  ) throws -> Lease<Element> {
    let mark = LoanMark(fileID, line)
    if key != nil || label != nil { return try markedLease(mark, key, label) }
    return try plainLease(mark)
  }

  /// Lends an element for the lifetime of the returned object; see
  /// ``ElasticPool/lease(preferring:label:fileID:line:)``.
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
  ) throws -> OwnedLease<Element> {
    OwnedLease(
      core,
      try lend(
        LoanMark(fileID, line), preferring: PreferenceKey(key), isPersonal: false, label: label))
  }

  /// The current loans, in no particular order; see ``ElasticPool/loans``.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var loans: [PoolLoan] { core.loans }

  /// Creates elements on this thread until `count` exist, or as many as `maximumIdle` allows.
  ///
  /// - Parameter count: The number of elements that should exist.
  /// - Throws: The error that `make` throws; elements created before it are kept.
  public func warmUp(to count: Int) throws { try core.warmUpHere(to: count) }

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

  // The lending methods are inlined, so that a nil key or label folds in the caller. What remains
  // is one of these, specialized for the caller.

  @inlinable
  func withPlainElement<Result: ~Copyable>(
    _ mark: LoanMark, _ body: (inout sending Element) throws -> Result
  ) throws -> Result {
    let slot = try takeSlot(mark)
    return try core.use(slot, body)
  }

  @inlinable
  func plainLease(_ mark: LoanMark) throws -> Lease<Element> {
    // In two steps: with the core as the first argument of one call, the call would retain it.
    let slot = try takeSlot(mark)
    return Lease(core, slot)
  }

  @inlinable
  @inline(__always)
  func takeSlot(_ mark: LoanMark) throws -> SlotRef {
    guard let slot = core.takeFast() else { return try takeSlotSlowly(mark) }
    slot.note(mark)
    return slot
  }

  @usableFromInline
  @inline(never)
  func takeSlotSlowly(_ mark: LoanMark) throws -> SlotRef {
    try core.lendDirectly(mark) ?? lend(mark).slot
  }

  // A label is stored under the lock and removed when the element is returned: the first labelled
  // loan closes the fast path permanently.
  @usableFromInline
  @inline(never)
  func takeSlotSlowly(_ mark: LoanMark, labelled label: String) throws -> SlotRef {
    try lend(mark, label: label).slot
  }

  @usableFromInline
  @inline(never)
  func markedLease(
    _ mark: LoanMark, _ key: (any Hashable & Sendable)?, _ label: String?
  ) throws -> Lease<Element> {
    let loaned = try lend(mark, preferring: PreferenceKey(key), label: label)
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  func lend(
    _ mark: LoanMark, preferring key: PreferenceKey? = nil, isPersonal: Bool = true,
    label: String? = nil
  ) throws -> PoolCore.Loaned {
    try core.lendOrMake(
      for: PoolCore.Borrower(mark: mark, preference: key, isPersonal: isPersonal, label: label))
  }
}
