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
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `make` or `body` throws. If `body` throws, the pool's
  ///   ``PoolHooks/FailurePolicy`` decides what happens to the element.
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
  /// - Parameters:
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease that returns the element when it ends.
  /// - Throws: The error that `make` throws.
  @inlinable
  public func lease(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let slot = try takeSlot(LoanMark(fileID, line))
    return Lease(core, slot)
  }

  /// Lends the element that last showed `key`; see ``ElasticPool/lease(preferring:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease. Its ``Lease/isPreferred`` is true if the element still shows `key`.
  /// - Throws: The error that `make` throws.
  public func lease(
    preferring key: some Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Lease<Element> {
    let loaned = try lend(LoanMark(fileID, line), preferring: PreferenceKey(key))
    return Lease(core, loaned.slot, isPreferred: loaned.isPreferred)
  }

  /// Lends an element for the lifetime of the returned object.
  ///
  /// - Parameters:
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: The error that `make` throws.
  public func ownedLease(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> OwnedLease<Element> {
    OwnedLease(core, try lend(LoanMark(fileID, line), isPersonal: false))
  }

  /// Lends the element that last showed `key`, as ``ElasticPool/lease(preferring:fileID:line:)``
  /// does, for the lifetime of the returned object.
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: An object to store in the owner of the loan.
  /// - Throws: The error that `make` throws.
  public func ownedLease(
    preferring key: some Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> OwnedLease<Element> {
    OwnedLease(
      core, try lend(LoanMark(fileID, line), preferring: PreferenceKey(key), isPersonal: false))
  }

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

  func lend(
    _ mark: LoanMark, preferring key: PreferenceKey? = nil, isPersonal: Bool = true,
    label: String? = nil
  ) throws -> PoolCore.Loaned {
    try core.lendOrMake(
      for: PoolCore.Borrower(mark: mark, preference: key, isPersonal: isPersonal, label: label))
  }
}
