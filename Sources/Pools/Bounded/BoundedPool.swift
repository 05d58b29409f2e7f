internal import StageFloor

/// A pool with a fixed capacity: when every element is on loan, borrowers wait in line.
///
/// The pool either creates its elements on demand up to a capacity (connections, web views), or
/// lends an existing stock (two copies of a book):
///
/// ```swift
/// let books = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)])
///
/// try await books.withElement { book in
///   await reader.read(book)
/// }
/// ```
///
/// - **Order.** Tasks are served in strict FIFO order. A running thread may overtake waiting
///   *threads* for at most one millisecond, never a task; ``PoolConfiguration/Overtaking/strict``
///   forbids that too.
/// - **A wait ends** with an element, ``PoolError/timedOut`` (after 30 seconds by default),
///   `CancellationError`, ``PoolError/shutdown``, or the error of a failed creation. With
///   ``PoolConfiguration/maximumWaiting`` or ``PoolConfiguration/Creation/failsFast``, some
///   borrowers fail at once instead of waiting.
/// - **Creation** belongs to the pool, not to the borrower that triggered it: if that borrower
///   gives up, the next waiter receives the element. A failed creation throws to the longest waiter
///   and is retried for the next one with exponential backoff. No borrower waits while an element
///   is idle or capacity remains, except while a woken borrower is on its way to the element or a
///   failed creation awaits its retry.
/// - **Return.** A lease may end on any thread or task, not only the one that borrowed.
/// - **Deinit** destroys idle elements. Those on loan stay usable and are destroyed when they are
///   returned; objects lent by ``acquire(preferring:timeout:fileID:line:)`` cannot be returned and
///   belong to their holders. To wait for outstanding elements, call
///   ``shutdown(failingWaiters:deadline:)``.
///
/// Every method may be called from any thread or task, at any time.
public final class BoundedPool<Element>: Sendable {
  @usableFromInline let core: ElementCore<Element>

  /// Creates a pool whose elements are created on demand.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of elements, at least 1. Elements that are being created,
  ///     prepared or destroyed count too.
  ///   - configuration: The rules for creation, reuse, expiration and waiting.
  ///   - hooks: The actions on an element between two borrowers.
  ///   - make: A closure that creates an element, in a task of the pool.
  public convenience init(
    capacity: Int, configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks(),
    make: @escaping @Sendable () async throws -> sending Element
  ) {
    self.init(
      capacity: capacity, configuration: configuration, hookSet: ElementCore.Hooks(hooks),
      make: make)
  }

  /// Creates a pool whose elements are created on demand, and prepared or destroyed asynchronously.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of elements, at least 1.
  ///   - configuration: The rules for creation, reuse, expiration and waiting.
  ///   - hooks: The actions on an element between two borrowers.
  ///   - make: A closure that creates an element, in a task of the pool.
  public convenience init(
    capacity: Int, configuration: PoolConfiguration = PoolConfiguration(),
    hooks: AsyncPoolHooks<Element>,
    make: @escaping @Sendable () async throws -> sending Element
  ) {
    self.init(
      capacity: capacity, configuration: configuration, hookSet: ElementCore.Hooks(hooks),
      make: make)
  }

  /// Creates a pool that lends the given elements in FIFO order.
  ///
  /// The stock may be empty; borrowers then wait until an element is added. A stock cannot be
  /// created again, so it is not trimmed and does not expire: its elements are destroyed only by a
  /// hook, a borrower, ``discard(where:)``, ``setCapacity(_:)``, ``replaceStock(with:)`` or
  /// ``invalidateAll()``.
  ///
  /// - Parameters:
  ///   - stock: The elements. Each is lent separately, so they must not share non-`Sendable` state:
  ///     the compiler checks only that the stock as a whole is transferred.
  ///   - configuration: The rules for reuse and waiting.
  ///   - hooks: The actions on an element between two borrowers.
  public init(
    lending stock: sending some Sequence<Element>,
    configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks()
  ) {
    core = ElementCore(
      configuration.stock, capacity: 0, hooks: ElementCore.Hooks(hooks), maker: .none)
    for element in stock {
      nonisolated(unsafe) let element = element  // guard: the whole stock was sent here
      core.admit(element)
    }
  }

  private init(
    capacity: Int, configuration: PoolConfiguration, hookSet: ElementCore<Element>.Hooks,
    make: @escaping @Sendable () async throws -> sending Element
  ) {
    core = ElementCore(
      configuration.bounded, capacity: capacity, hooks: hookSet, maker: .byPool(make))
    // Nothing has yet triggered the creation of the minimum of idle elements; this does.
    if configuration.minimumIdle > 0 { core.setCapacity(capacity) }
  }

  deinit { core.poolDropped() }

  /// Lends an idle element, or returns nil.
  ///
  /// It never waits, never creates an element, and overtakes no waiter. If the pool prepares its
  /// elements asynchronously, only an element that needs no preparation is lent.
  ///
  /// - Parameters:
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease, or nil if no element is idle.
  @inlinable
  public func tryLease(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lease<Element>? {
    let mark = LoanMark(fileID, line)
    if let slot = core.takeFast() {
      slot.note(mark)
      return Lease(core, slot)
    }
    guard let slot = tryTakeSlotSlowly(mark) else { return nil }
    return Lease(core, slot)
  }

  /// The current counts of the pool.
  public var snapshot: PoolSnapshot { core.snapshot }

  /// The number of waiting borrowers, without the other counts.
  package var inLine: Int { core.inLine }

  /// The current loans, in no particular order.
  ///
  /// Each has the call site that borrowed the element, its label if any, and its age if the pool
  /// records it. Reading the list does not close the fast path. While elements are lent and
  /// returned, a loan that has just begun may be missing, and one that has just ended may be
  /// listed.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var loans: [PoolLoan] { core.loans }

  @usableFromInline
  @inline(never)
  func tryTakeSlotSlowly(_ mark: LoanMark) -> SlotRef? {
    core.lendDirectly(mark) ?? core.lendIfIdle(to: PoolCore.Borrower(mark: mark))?.slot
  }
}
