public import StageFloor

/// A list that can be edited on any thread while others read it, and that reports exactly what
/// changed.
///
/// The desk of the City Library shows orders that come from many places at once. Any thread edits
/// the list; the screen observes it and receives what changed since its last transition, once per
/// turn of the main actor, regardless of the number of edits:
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
/// - Each row has a unique identity: no two elements of a list have equal ids. An id is equal to
///   itself, which `Double.nan` is not, and it does not change while its row is in the list. An
///   edit that finds such an id stops the program with a message that names it. Reading `id`,
///   hashing, comparing and describing ids, and comparing elements must not access the list.
/// - Elements should be values. If they are objects, a change inside an object is not an edit:
///   every snapshot shows it, older ones too, and no transition reports it. Replace the object
///   instead.
/// - Edits are serialized; group edits that belong together in a ``transaction(origin:_:)``.
/// - ``snapshot()`` neither copies nor waits for a transaction. It waits at most while an edit
///   processes 128 rows, regardless of the pattern of edits and the length of the list: a fraction
///   of a millisecond, unless ids take long to hash.
/// - Observers are never called from an edit, and may themselves edit the list.
/// - Removed elements are destroyed on the thread that releases them last, and never while a reader
///   waits for it. Large numbers of them are destroyed on the main actor only if they were returned
///   there.
public final class LiveList<Element: Identifiable & Sendable>:
  @unchecked Sendable  // guard: the locks named in `ListState` and `WriterState`
where Element.ID: Sendable {
  /// Held for one primitive edit or read, for a short time; acquired after `writerLock`.
  @usableFromInline let headLock = LockWord()
  @usableFromInline let writerLock = OwnedLock()
  @usableFromInline let state: UnsafeMutablePointer<ListState<Element>>
  @usableFromInline let writerState: UnsafeMutablePointer<WriterState<Element>>
  /// The copy that transactions work on, guarded by `writerLock`; initialized while
  /// `writerState.isEditingCopy`.
  @usableFromInline let workingCopy: UnsafeMutablePointer<ListTree<Element>>
  @usableFromInline let lineage = ListLineage.next()
  @usableFromInline let comparison: ListComparison<Element>
  /// Notifies observers that the list may have changed.
  public let changeSignal = ListChangeSignal()

  /// Creates an empty list.
  @inlinable
  public convenience init() {
    self.init(tree: ListTree(), comparison: ListVersion.comparison)
  }

  /// Creates a list of elements.
  ///
  /// - Parameter elements: The initial contents. Of elements with equal identities only the first
  ///   is used, and the others are dropped silently. To obtain them, create an empty list and call
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
    writerState = .allocate(capacity: 1)
    writerState.initialize(to: WriterState())
    workingCopy = .allocate(capacity: 1)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    writerState.deinitialize(count: 1)
    writerState.deallocate()
    workingCopy.deallocate()
    headLock.deallocate()
  }

  /// Returns the current version of the list.
  ///
  /// It does not include the edits of a transaction that has not ended, not even on the thread that
  /// makes them. Without an edit in between, all snapshots share one object.
  ///
  /// - Returns: An immutable version of the list.
  @inlinable
  public func snapshot() -> ListSnapshot<Element> {
    headLock.lock()
    if let version = state.pointee.cached {
      headLock.unlock()
      return ListSnapshot(version)
    }
    // That of an earlier version is released after unlocking.
    let step = state.pointee.step
    let isKnown = step?.version == state.pointee.version
    if !isKnown, step != nil { state.pointee.step = nil }
    let version = ListVersion(
      tree: state.pointee.tree.copy(), number: state.pointee.version, lineage: lineage,
      comparison: comparison, step: isKnown ? step : nil)
    state.pointee.cached = version
    headLock.unlock()
    withExtendedLifetime(step) {}
    return ListSnapshot(version)
  }

  /// The current number of elements.
  @inlinable public var count: Int { headLock.withLock { state.pointee.tree.count } }

  /// Whether the list is currently empty.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The number of the current version; each edit or transaction creates the next one.
  @inlinable public var version: UInt64 { headLock.withLock { state.pointee.version } }
}

extension LiveList: ListReading {
  /// Returns what has changed since a version of this list.
  ///
  /// - Parameter old: The version to compare with. With a snapshot of another list, the result is a
  ///   reset.
  /// - Returns: The transition from that version to the current one.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changed rows.
  public func changes(since old: ListSnapshot<Element>) -> ListTransition<ListSnapshot<Element>> {
    changes(since: old, budget: StepBudget.unlimited)
  }

  package func changes(
    since old: ListSnapshot<Element>, budget: Int
  ) -> ListTransition<ListSnapshot<Element>> {
    let new = snapshot()
    guard old.storage.lineage == lineage else { return ListTransition(from: old, to: new) }
    let origins = headLock.withLock {
      state.pointee.log.origins(after: old.version, through: new.version)
    }
    return ListTransition(from: old, to: new, budget: budget, origins: origins)
  }
}
