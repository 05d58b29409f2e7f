internal import StageFloor

/// A pool of one kind of element with many keys, with a capacity for each key and a total capacity.
///
/// For connections by host; in the library, for sessions with the catalogues of its branches:
///
/// ```swift
/// let sessions = KeyedPool(capacity: 8, capacityPerKey: 2) { (branch: String) in
///   try await CatalogueSession(branch: branch)
/// }
///
/// let book = try await sessions.withElement(for: "Central") { session in
///   try await session.find("Momo")
/// }
/// ```
///
/// - **Keys.** An element is created for one key and lent for that key only. When the pool is full
///   and a borrower waits for a key that is below its limit, the element that has been idle longest
///   is destroyed, regardless of its key, and one for the waiting key is created in its place. The
///   pool stores a key only while it has an element, a waiter or a warm-up, or its creations are
///   delayed after a failure. A pool that fails fast stores a failed key for one
///   ``PoolConfiguration/Creation/longestRetryDelay`` more. A pool may see any number of keys in
///   its lifetime, and frees the memory of those that are no longer used.
/// - **Order.** Tasks and threads wait in one line, in strict FIFO order: no borrower overtakes
///   another that could be served. Unlike in a ``BoundedPool``, threads do not
///   overtake each other either. Free capacity is given to the longest waiter whose key is below
///   its own limit, not to the busiest key. A returned element can therefore be destroyed although
///   borrowers wait for its key, because an earlier waiter needs the room. Waiters whose key is at
///   its limit are skipped until an element of their key is returned.
/// - **A wait ends** with an element, ``PoolError/timedOut`` (after 30 seconds by default),
///   `CancellationError`, ``PoolError/shutdown``, or the error of a failed creation. With
///   ``PoolConfiguration/maximumWaiting`` or ``PoolConfiguration/Creation/failsFast``, some
///   borrowers fail at once instead of waiting.
/// - **Creation** belongs to the pool, not to the borrower that triggered it: if that borrower
///   gives up, the next waiter of the key receives the element, or it makes room for another key. A
///   failed creation throws to the longest waiter of its key and is retried for the next one with
///   exponential backoff. Other keys are not affected.
/// - **Return.** A lease may end on any thread or task, not only the one that borrowed.
/// - **Deinit** destroys idle elements. Those on loan stay usable and are destroyed when they are
///   returned. To wait for them, call ``shutdown(failingWaiters:deadline:)``.
///
/// Every method may be called from any thread or task, at any time. Keys are compared under a lock:
/// their `==` and `hash(into:)` must not use the pool.
public final class KeyedPool<Key: Hashable & Sendable, Element>: Sendable {
  @usableFromInline let core: ElementCore<Element>
  @usableFromInline let directory: KeyDirectory<Key>

  /// Creates a pool whose elements are created on demand.
  ///
  /// - Parameters:
  ///   - capacity: The total maximum number of elements, at least 1. Elements that are being
  ///     created, prepared or destroyed count too.
  ///   - capacityPerKey: The maximum number of elements of one key, at least 1.
  ///   - configuration: The rules for creation, reuse, expiration and waiting.
  ///   - hooks: The actions on an element between two borrowers, on the borrower's thread; tests of
  ///     idle elements run in a task of the pool.
  ///   - make: A closure that creates an element for a key, in a task of the pool.
  public convenience init(
    capacity: Int, capacityPerKey: Int,
    configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks(),
    make: @escaping @Sendable (Key) async throws -> sending Element
  ) {
    self.init(
      capacity: capacity, capacityPerKey: capacityPerKey, configuration: configuration,
      hookSet: ElementCore.Hooks(hooks), make: make)
  }

  /// Creates a pool whose elements are created on demand, and prepared or destroyed asynchronously.
  ///
  /// An element that makes room for another key counts against the capacity until `destroy` has
  /// returned; the other key's element is created then.
  ///
  /// - Parameters:
  ///   - capacity: The total maximum number of elements, at least 1.
  ///   - capacityPerKey: The maximum number of elements of one key, at least 1.
  ///   - configuration: The rules for creation, reuse, expiration and waiting.
  ///   - hooks: The actions on an element between two borrowers, in tasks of the pool.
  ///   - make: A closure that creates an element for a key, in a task of the pool.
  public convenience init(
    capacity: Int, capacityPerKey: Int,
    configuration: PoolConfiguration = PoolConfiguration(),
    hooks: AsyncPoolHooks<Element>,
    make: @escaping @Sendable (Key) async throws -> sending Element
  ) {
    self.init(
      capacity: capacity, capacityPerKey: capacityPerKey, configuration: configuration,
      hookSet: ElementCore.Hooks(hooks), make: make)
  }

  private init(
    capacity: Int, capacityPerKey: Int, configuration: PoolConfiguration,
    hookSet: ElementCore<Element>.Hooks,
    make: @escaping @Sendable (Key) async throws -> sending Element
  ) {
    directory = KeyDirectory()
    core = ElementCore(
      configuration.keyed, capacity: capacity, capacityPerKey: capacityPerKey, hooks: hookSet,
      maker: .byPoolInSlot { core, slot in
        let entry = unsafeDowncast(core.key(of: slot), to: KeyDirectory<Key>.Entry.self)
        return try await make(entry.key)
      })
    core.directory = directory
  }

  deinit { core.poolDropped() }

  /// Lends an idle element of this key, or returns nil.
  ///
  /// It never waits, never creates an element, and overtakes no waiter. If the pool prepares its
  /// elements asynchronously, only an element that needs no preparation is lent.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A lease, or nil if no element of the key is idle.
  @inlinable
  public func tryLease(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lease<Element>? {
    guard let entry = directory.entry(of: key),
      let slot = core.lendIdle(of: entry, LoanMark(fileID, line))
    else { return nil }
    return Lease(core, slot)
  }

  /// The current counts of the pool, for all keys together.
  public var snapshot: PoolSnapshot { core.snapshot }

  /// The number of waiting borrowers, without the other counts.
  package var inLine: Int { core.inLine }

  /// The current loans, in no particular order.
  ///
  /// Each has the call site that borrowed the element, its label if any, and its age if the pool
  /// records it. While elements are lent and returned, a loan that has just begun may be missing,
  /// and one that has just ended may be listed.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var loans: [PoolLoan] { core.loans }

  /// Returns the current counts of one key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The counts.
  public func snapshot(of key: Key) -> PoolSnapshot.OfKey {
    let entry = directory.entry(of: key)
    return core.decide(.calm) { state, _, _ in state.machine.snapshot(of: entry?.keyIndex) }
  }

  /// The current keys: an element of them exists, or a borrower waits for them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  public var keys: [Key] {
    core.decide(.calm) { state, _, _ in state.keys }.compactMap { entry in
      entry.map { unsafeDowncast($0, to: KeyDirectory<Key>.Entry.self).key }
    }
  }

  /// If the element proves unfit, `refusal` is set; pass it on to the slow path.
  @inlinable
  func idleSlot(
    of key: Key, _ mark: LoanMark, _ refusal: inout PoolCore.Refusal?
  ) -> SlotRef? {
    // An unknown key has no idle elements.
    guard let entry = directory.entry(of: key) else { return nil }
    return core.lendIdle(of: entry, mark, refusal: &refusal)
  }

  func borrower(
    for key: Key, _ mark: LoanMark, isPersonal: Bool = true, label: String? = nil
  ) -> PoolCore.Borrower {
    PoolCore.Borrower(
      mark: mark, isPersonal: isPersonal, key: KeySeeker(directory: directory, key: key),
      label: label)
  }
}
