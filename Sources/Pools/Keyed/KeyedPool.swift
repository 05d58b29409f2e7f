internal import StageFloor

/// A pool of one kind of element under many keys, with a capacity for each key and one in all.
///
/// Connections by host; in the library, the sessions with the catalogues of its branches:
///
/// ```swift
/// let sessions = KeyedPool(capacity: 8, capacityPerKey: 2) { (branch: String) in
///   try await CatalogueSession(branch: branch)
/// }
///
/// let book = try await sessions.withLease(for: "Central") { session in
///   try await session.find("Momo")
/// }
/// ```
///
/// **Keys.** An element is made for one key and lent for that key only. When the pool is full, and
/// somebody waits for a key that may have more, the element that has been idle longest is ended,
/// whatever its key, and one for the other key is made in its place. A pool knows a key only as
/// long as something exists for it, somebody waits for it, or a failed creation has it paused: it
/// may be asked for any number of different keys in its life, and gives the memory of those that are
/// gone back.
///
/// **Waiting.** Tasks await, threads block, and both stand in one line, strictly first come, first
/// served: nobody overtakes anybody who could be served. (Threads may not overtake each other
/// either; ``PoolConfiguration/overtaking`` is for a ``BoundedPool``.) What comes free goes to
/// whoever has waited longest of those whose key is below its own capacity, not to the busiest key.
/// An element that comes back can therefore be ended although others wait for its key, because
/// somebody who came earlier needs the room. Those whose key has all that it may have are passed
/// over until something of their key comes back. A wait ends with an element, with
/// ``PoolError/timedOut`` (after 30 seconds unless told otherwise), with `CancellationError`, with
/// ``PoolError/shutDown``, or with the error of a failed creation.
///
/// **Making.** A creation belongs to the pool and not to the borrower for which it was started: if
/// that one gives up, the element goes to the next of its key, or makes room for another. A
/// creation that fails gives its error to whoever has waited longest for that key; the pool tries
/// again for the next after a pause, which doubles with each failure in a row. Other keys do not
/// notice.
///
/// **Returning.** A lease may end in another place than it began, on any thread or task.
///
/// **Dropping** the pool ends its idle elements. Those on loan stay usable and end as they come
/// back. To wait for them, use ``shutdown(waiters:deadline:)``.
///
/// Every method may be called from any thread or task, at any time. Keys are compared under a lock:
/// their `==` and `hash(into:)` must not use the pool.
public final class KeyedPool<Key: Hashable & Sendable, Element>: Sendable {
  @usableFromInline let core: ElementCore<Element>
  @usableFromInline let directory: KeyDirectory<Key>

  /// A pool that makes its elements on demand.
  ///
  /// Of the configuration, `minimumIdle` is how many elements stay when the pool is trimmed or its
  /// elements grow old; none are made for it, because nobody could say for which keys.
  /// `maximumIdle` counts the idle elements of all keys together.
  ///
  /// The hooks run on the borrower's thread and do not wait: a keyed pool takes no
  /// ``AsyncPoolHooks``. To close a connection, let `destroy` start a task that does; the capacity
  /// of the element is free as soon as `destroy` returns.
  ///
  /// - Parameters:
  ///   - capacity: how many elements may exist in all, at least 1. Those being made or ended count
  ///     too.
  ///   - capacityPerKey: how many elements of one key may exist, at least 1.
  ///   - configuration: how elements are reused, aged and observed, and how long borrowers wait.
  ///   - hooks: what is done with an element between two borrowers.
  ///   - make: makes an element for a key, in a task of the pool's own.
  public init(
    capacity: Int, capacityPerKey: Int,
    configuration: PoolConfiguration = PoolConfiguration(),
    hooks: PoolHooks<Element> = PoolHooks(),
    make: @escaping @Sendable (Key) async throws -> sending Element
  ) {
    require(
      capacity > 0, "A pool of capacity \(capacity) could never lend anything: give 1 or more.")
    require(
      capacityPerKey > 0,
      "With a capacity per key of \(capacityPerKey), nothing could ever be lent: give 1 or more.")
    var rules = Machine.Rules(configuration)
    rules.builder = .pool
    rules.capacity = capacity
    rules.capacityPerKey = capacityPerKey
    rules.overtaking = nil
    directory = KeyDirectory()
    core = ElementCore(
      rules: rules, configuration: configuration, hooks: ElementCore.Hooks(hooks),
      maker: .byPoolInSlot { core, slot in
        let entry = unsafeDowncast(core.key(of: slot), to: KeyDirectory<Key>.Entry.self)
        return try await make(entry.key)
      },
      defaultOrder: .lastInFirstOut)
    core.directory = directory
  }

  /// A keyed pool has no hooks that wait.
  ///
  /// Its `validate`, `prepareForReuse` and `destroy` are those of ``PoolHooks``, which return at
  /// once. To close a connection without waiting, let `destroy` start a task that does.
  @available(
    *, unavailable,
    message: """
      A KeyedPool takes PoolHooks, whose closures do not wait: let destroy start a task that closes \
      the element.
      """
  )
  public convenience init(
    capacity: Int, capacityPerKey: Int,
    configuration: PoolConfiguration = PoolConfiguration(),
    hooks: AsyncPoolHooks<Element>,
    make: @escaping @Sendable (Key) async throws -> sending Element
  ) {
    // This cannot be called: the compiler refuses.
    self.init(capacity: capacity, capacityPerKey: capacityPerKey, make: make)
  }

  deinit { core.poolDropped() }

  /// Lends an idle element of this key, or nothing.
  ///
  /// Never waits, never makes an element, and overtakes nobody who waits.
  @inlinable
  public func tryLease(
    for key: Key, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Lease<Element>? {
    guard let entry = directory.entry(of: key),
      let slot = core.lendIdle(of: entry, LoanMark(fileID, line))
    else { return nil }
    return Lease(core, slot)
  }

  /// The pool's numbers at this moment, of all keys together.
  public var snapshot: PoolSnapshot { core.snapshot }

  /// The numbers of one key at this moment.
  public func snapshot(of key: Key) -> KeySnapshot {
    let entry = directory.entry(of: key)
    return core.decide(.calm) { desk, _, _ in desk.machine.snapshot(of: entry?.shelf) }
  }

  /// The keys that the pool knows at this moment: something exists for them, or somebody waits.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  public var keys: [Key] {
    core.decide(.calm) { desk, _, _ in desk.keys }.compactMap { entry in
      entry.map { unsafeDowncast($0, to: KeyDirectory<Key>.Entry.self).key }
    }
  }

  /// Takes an idle element of this key, if no other borrower is owed it.
  ///
  /// If the element proves unfit, `refusal` is set, and is to be handed on to the slow way.
  @inlinable
  func idleSlot(
    of key: Key, _ mark: LoanMark, _ refusal: inout PoolCore.Refusal?
  ) -> SlotRef? {
    // Of a key that is not known nothing is idle.
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
