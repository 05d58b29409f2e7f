internal import StageFloor

/// A pool of which there is only so much: who comes when all is lent waits in line.
///
/// Either the pool makes its elements on demand up to a capacity (connections, web views), or it
/// lends a stock that it is given (two copies of a book):
///
/// ```swift
/// let books = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)])
///
/// try await books.withLease { book in
///   await reader.read(book)
/// }
/// ```
///
/// **Waiting.** Tasks await, threads block, and both stand in one line. Tasks are served strictly
/// first come, first served. A running thread may overtake waiting *threads* for at most a
/// millisecond, and never a task; ``Overtaking/strict`` forbids that too. A wait ends with an
/// element, with ``PoolError/timedOut`` (after 30 seconds unless told otherwise), with
/// `CancellationError`, with ``PoolError/shutDown``, or with the error of a failed creation.
///
/// **Making.** A creation belongs to the pool and not to the borrower for which it was started: if
/// that one gives up, the element goes to the next. A creation that fails gives its error to
/// whoever has waited longest, and the pool tries again for the next after a pause, which doubles
/// with each failure in a row. No borrower waits while an element is idle or capacity remains.
///
/// **Returning.** A lease may end in another place than it began, on any thread or task.
///
/// **Dropping** the pool ends its idle elements. Those on loan stay usable and end as they come
/// back; objects that ``acquire(timeout:fileID:line:)`` lent cannot come back and stay with their
/// holders. To wait for them, use ``shutdown(waiters:deadline:)``.
///
/// Every method may be called from any thread or task, at any time.
public final class BoundedPool<Element>: Sendable {
  @usableFromInline let core: ElementCore<Element>

  /// A pool that makes its elements on demand.
  ///
  /// - Parameters:
  ///   - capacity: how many elements may exist, at least 1. Those being made, prepared or ended
  ///     count too.
  ///   - configuration: how elements are reused, aged and observed, and how long borrowers wait.
  ///   - hooks: what is done with an element between two borrowers.
  ///   - make: makes an element, in a task of the pool's own.
  public convenience init(
    capacity: Int, configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks(),
    make: @escaping @Sendable () async throws -> sending Element
  ) {
    self.init(
      capacity: capacity, configuration: configuration, hookSet: ElementCore.Hooks(hooks),
      make: make)
  }

  /// A pool that makes its elements on demand, and takes its time to prepare or end them.
  ///
  /// - Parameters:
  ///   - capacity: how many elements may exist, at least 1.
  ///   - configuration: how elements are reused, aged and observed, and how long borrowers wait.
  ///   - hooks: what is done with an element between two borrowers.
  ///   - make: makes an element, in a task of the pool's own.
  public convenience init(
    capacity: Int, configuration: PoolConfiguration = PoolConfiguration(),
    hooks: AsyncPoolHooks<Element>,
    make: @escaping @Sendable () async throws -> sending Element
  ) {
    self.init(
      capacity: capacity, configuration: configuration, hookSet: ElementCore.Hooks(hooks),
      make: make)
  }

  /// A pool that lends what it is given, each in turn: first in, first out.
  ///
  /// The stock may be empty; borrowers then wait until something is added. Elements of a stock
  /// cannot be made again, so nothing trims them and they do not age, whatever the configuration
  /// says: they end only when a hook, a borrower, ``setCapacity(_:)`` or ``invalidateAll()`` says
  /// so.
  ///
  /// - Parameters:
  ///   - stock: the elements. Each is lent by itself, so they must not share what is not `Sendable`:
  ///     the compiler sees only that the stock as a whole is given away.
  ///   - configuration: how elements are reused and observed, and how long borrowers wait.
  ///   - hooks: what is done with an element between two borrowers.
  public init(
    lending stock: sending some Sequence<Element>,
    configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks()
  ) {
    var rules = Machine.Rules(configuration)
    rules.builder = .nobody
    rules.capacity = 0
    // What was given is not used up, and grows neither old nor too many.
    rules.maximumIdle = .max
    rules.idleTimeout = nil
    rules.maximumLifetime = nil
    rules.maximumUses = nil
    core = ElementCore(
      rules: rules, configuration: configuration, hooks: ElementCore.Hooks(hooks),
      maker: .nobody, defaultOrder: .firstInFirstOut)
    for element in stock {
      // The stock was sent here whole; nobody else has a part of it.
      nonisolated(unsafe) let element = element
      core.admit(element)
    }
  }

  private init(
    capacity: Int, configuration: PoolConfiguration, hookSet: ElementCore<Element>.Hooks,
    make: @escaping @Sendable () async throws -> sending Element
  ) {
    require(
      capacity > 0,
      """
      A pool of capacity \(capacity) could never lend anything: give 1 or more. For a stock that \
      starts empty, use BoundedPool(lending: []) and add(_:).
      """)
    require(
      configuration.minimumIdle <= capacity,
      """
      minimumIdle asks for \(configuration.minimumIdle) elements, and the capacity of \(capacity) \
      allows fewer: lower one or raise the other.
      """)
    var rules = Machine.Rules(configuration)
    rules.builder = .pool
    rules.capacity = capacity
    core = ElementCore(
      rules: rules, configuration: configuration, hooks: hookSet, maker: .byPool(make),
      defaultOrder: .nearest)
    // Nothing has happened yet that would make the reserve; this does.
    if configuration.minimumIdle > 0 { core.setCapacity(capacity) }
  }

  deinit { core.poolDropped() }

  /// Lends an idle element, or nothing.
  ///
  /// Never waits, never makes an element, and overtakes nobody who waits. If the pool prepares its
  /// elements asynchronously, only one that needs no preparation is lent.
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

  /// The pool's numbers at this moment.
  public var snapshot: PoolSnapshot { core.snapshot }

  @usableFromInline
  @inline(never)
  func tryTakeSlotSlowly(_ mark: LoanMark) -> SlotRef? {
    core.lendIfIdle(to: PoolCore.Borrower(mark: mark))?.slot
  }
}
