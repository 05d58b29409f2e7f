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
/// If `make` can fail, so can lending: the error is thrown to the borrower that needed the element,
/// and to no other. `Failure` is the type of that error; it is `Never` if `make` does not throw, and
/// then lending needs no `try`.
///
/// ```swift
/// let parsers = ElasticPool(maximumIdle: 4) { try CatalogueParser(rules: "rules.txt") }
/// let count = try parsers.withElement { parser in try parser.countBooks(in: "shelf 12") }
/// ```
///
/// Elements need not be `Sendable`: each has one borrower at a time. For objects that belong to the
/// main actor, such as views, use a ``LocalPool``. For a limited number of elements, use a
/// ``BoundedPool``.
///
/// Dropping the pool destroys its idle elements. Those on loan stay usable and are destroyed when
/// they are returned; objects lent by ``acquire(preferring:fileID:line:)`` cannot be returned and
/// belong to their holders.
public final class ElasticPool<Element, Failure: Error>: Sendable {
  @usableFromInline let core: ElementCore<Element>

  /// Creates a pool that keeps at most `maximumIdle` idle elements.
  ///
  /// - Parameters:
  ///   - maximumIdle: The maximum number of idle elements; beyond it, the longest idle are
  ///     destroyed. With 0 every element is destroyed when it is returned.
  ///   - configuration: The rules for reuse and expiration.
  ///   - hooks: The actions on an element between two borrowers.
  ///   - make: A closure that creates an element, or throws to the borrower that needs it.
  public init(
    maximumIdle: Int = 16, configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks(),
    make: @escaping @Sendable () throws(Failure) -> sending Element
  ) {
    core = ElementCore(
      configuration.elastic(maximumIdle: maximumIdle), hooks: ElementCore.Hooks(hooks),
      maker: .byBorrower(make))
  }

  deinit { core.poolDropped() }

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
  /// - Throws: The error that `make` throws; elements created before it are kept.
  public func warmUp(to count: Int) throws(Failure) {
    try making { try core.warmUpHere(to: count) }
  }

  /// Destroys idle elements, the longest idle first, leaving
  /// ``PoolConfiguration/minimumIdle``.
  ///
  /// - Parameter how: The elements to destroy.
  /// - Returns: The number of elements destroyed.
  @discardableResult
  public func trim(_ how: PoolTrim) -> Int { core.trim(how) }

  /// Destroys the idle elements for which `isUnwanted` returns true.
  ///
  /// The closure receives each idle element with its age and its idle time, the longest idle first;
  /// meanwhile the element is not lent, and the others are. It may change the element and use the
  /// pool, but must not wait for an element. Elements that become idle during the call may be
  /// missed; those on loan are not affected. A pool without idle timeout, lifetime and validation
  /// does not record when elements are returned: there, idle time counts from the first call of
  /// this method that finds the element idle, and may restart when another element is lent.
  ///
  /// - Parameter isUnwanted: A closure that returns whether to destroy the element; its parameters
  ///   are the element, its age and its idle time.
  /// - Returns: The number of elements destroyed.
  /// - Complexity: O(*n*), where *n* is the number of idle elements. If borrowers prefer keys,
  ///   O(*n* · *m*), where *m* is the number of those of one key.
  @discardableResult
  public func discard(
    where isUnwanted: (_ element: inout Element, _ age: Duration, _ idleTime: Duration) -> Bool
  ) -> Int {
    core.discard(where: isUnwanted)
  }

  /// Destroys every element created so far: idle ones now, the others as they are returned.
  public func invalidateAll() { core.invalidateAll() }

  /// The current counts of the pool.
  public var snapshot: PoolSnapshot { core.snapshot }

  /// The number of waiting borrowers, without the other counts.
  package var inLine: Int { core.inLine }
}
