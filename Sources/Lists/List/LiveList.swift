public import StageFloor

/// A list that any thread may edit while others read it, and that tells exactly what changed.
///
/// The desk of the City Library shows orders that come from many places at once. Whoever knows of
/// something new edits the list; the screen observes it and hears what changed since it was last
/// told, once per turn of the main actor, however many edits there were:
///
/// ```swift
/// let orders = LiveList<Order>()
///
/// try orders.append(order)  // on any thread
/// orders.update(order.id) { $0.state = .ready }
///
/// let observation = orders.observe { transition in  // on the main actor
///   table.show(transition)
/// }
/// ```
///
/// - Each row has an identity of its own: no two elements of a list have equal ids. An id is equal
///   to itself, which `Double.nan` is not, and it does not change while its row is in the list. An
///   edit that finds such an id stops the program with a sentence that names it. Reading `id`,
///   hashing, comparing and describing ids, and comparing elements must not touch the list.
/// - Elements should be values. If they are objects, a change inside an object is no edit: every
///   snapshot shows it, also older ones, and no step tells of it. Replace the object instead.
/// - Edits follow each other; several that belong together are one ``transaction(origin:_:)``.
/// - ``snapshot()`` neither copies nor waits for a transaction. An edit keeps it waiting for work on
///   128 rows at most, whichever pattern edits have and however long the list is: a fraction of a
///   millisecond, unless ids take long to hash.
/// - Observers are never called from an edit, and edits may be made from observers.
/// - Elements that are gone end on the thread that let go of them last, and never while a reader
///   waits for it. Large numbers of them end on the main actor only if they were handed back there.
public final class LiveList<Element: Identifiable & Sendable>:
  @unchecked Sendable  // guard: `writer` for `desk`, `working`; with `headLock` as `ListState` says
where Element.ID: Sendable {
  /// Held for one step at a time, after `writer` if both are.
  ///
  /// All of them are short: for many rows, order keys are dealt anew without it.
  @usableFromInline let headLock = LockWord()
  @usableFromInline let writer = WriterLock()
  @usableFromInline let state: UnsafeMutablePointer<ListState<Element>>
  @usableFromInline let desk: UnsafeMutablePointer<ListDesk<Element>>
  /// The copy on which transactions work; initialised while `desk.isOpen`.
  @usableFromInline let working: UnsafeMutablePointer<ListTree<Element>>
  @usableFromInline let lineage = ListLineage.next()
  @usableFromInline let comparison: ListComparison<Element>
  /// What tells observers that there is something new.
  public let bell = ListBell()

  /// An empty list.
  @inlinable
  public convenience init() {
    self.init(tree: ListTree(), comparison: ListVersion.comparison)
  }

  /// A list of elements.
  ///
  /// - Parameter elements: what it begins with. Of those with one identity only the first stays, and
  ///   the others are dropped without notice. To learn which, make an empty list and call
  ///   `replaceAll(with:origin:)`, which returns them.
  /// - Complexity: O(*n*).
  @inlinable
  public convenience init(_ elements: some Sequence<Element>) {
    var rejected: [Element] = []
    self.init(
      tree: ListTree(elements, version: 0, duplicates: &rejected),
      comparison: ListVersion.comparison)
  }

  @usableFromInline
  init(
    tree: consuming ListTree<Element>, comparison: @escaping ListComparison<Element>
  ) {
    self.comparison = comparison
    state = .allocate(capacity: 1)
    state.initialize(to: ListState(tree: tree))
    desk = .allocate(capacity: 1)
    desk.initialize(to: ListDesk())
    working = .allocate(capacity: 1)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    desk.deinitialize(count: 1)
    desk.deallocate()
    working.deallocate()
    headLock.deallocate()
  }

  /// The list as it is now.
  ///
  /// Edits of a transaction are not in it before the transaction has ended, not even for the thread
  /// that makes them. Without an edit in between, all snapshots are the same object.
  ///
  /// - Returns: a version of the list that never changes.
  @inlinable
  public func snapshot() -> ListSnapshot<Element> {
    headLock.lock()
    if let version = state.pointee.cached {
      headLock.unlock()
      return ListSnapshot(version)
    }
    let version = ListVersion(
      tree: state.pointee.tree.copy(), number: state.pointee.version, lineage: lineage,
      comparison: comparison)
    state.pointee.cached = version
    headLock.unlock()
    return ListSnapshot(version)
  }

  /// How many elements there are now.
  @inlinable public var count: Int { headLock.withLock { state.pointee.tree.count } }

  /// Whether there are no elements now.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// Which version the list has reached; each edit or transaction makes the next one.
  @inlinable public var version: UInt64 { headLock.withLock { state.pointee.version } }
}

extension LiveList: ListReading {
  /// What happened since a version of this list.
  ///
  /// - Parameter old: what is known already. A snapshot of another list makes the answer a reset.
  /// - Returns: the step from there to the list as it is now.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changed rows.
  public func changes(since old: ListSnapshot<Element>) -> ListTransition<Element> {
    changes(since: old, budget: StepBudget.unlimited)
  }

  func changes(since old: ListSnapshot<Element>, budget: Int) -> ListTransition<Element> {
    let new = snapshot()
    guard old.storage.lineage == lineage else { return ListTransition(from: old, to: new) }
    let origins = headLock.withLock {
      state.pointee.log.origins(after: old.version, through: new.version)
    }
    return ListTransition(from: old, to: new, budget: budget, origins: origins)
  }
}
