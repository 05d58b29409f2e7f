internal import CStageFloor
internal import StageFloor
internal import Synchronization

/// The rows of a derived list, and the lock that serializes its readers.
///
/// The lock may be held for long, because the first reader does the work for all. If a user's
/// closure reads the same list, it does not wait, and sees the version before the update. A derived
/// list has no state machine: what an update changes is computed by its engine.
@usableFromInline
final class DerivedCore<Element: Identifiable & Sendable>:
  @unchecked Sendable  // guard: `readLock` for `rows` and what `update` refers to
where Element.ID: Sendable {
  let changeSignal: ListChangeSignal
  private let readLock = OwnedLock()
  private let rows: UnsafeMutablePointer<DerivedRows<Element>>
  private let update: Update
  private let observers = Guarded(ObserverList<Duration>())
  private let isObserved = Atomic(false)

  /// Updates the rows; if `quickly`, only if that does not take long; returns whether it did.
  @usableFromInline typealias Update =
    (_ rows: UnsafeMutablePointer<DerivedRows<Element>>, _ quickly: Bool) -> Bool

  /// `update`, called under the lock, calls the user's closures before it edits the rows.
  @usableFromInline
  init(
    changeSignal: ListChangeSignal, comparison: @escaping ListComparison<Element>,
    update: @escaping Update
  ) {
    self.changeSignal = changeSignal
    self.update = update
    rows = .allocate(capacity: 1)
    rows.initialize(to: DerivedRows(comparison: comparison))
  }

  deinit {
    rows.deinitialize(count: 1)
    rows.deallocate()
  }

  /// Updates the rows from the source, and reads them; `body` does not call user code.
  func read<Result>(
    _ body: (ListSnapshot<Element>, borrowing DerivedRows<Element>) -> Result
  ) -> Result {
    if readLock.isHeldByCurrentThread { return body(head, rows.pointee) }
    let began = isObserved.load(ordering: .relaxed) ? stage_nanoseconds() : nil
    readLock.lock()
    _ = update(rows, false)
    let result = body(head, rows.pointee)
    let deferred = rows.pointee.takeDeferred()
    readLock.unlock()
    _ = consume deferred
    if let began { notifyObservers(since: began) }
    return result
  }

  /// Returns false if the update takes long, or another thread is updating the rows.
  func updateQuickly() -> Bool {
    if readLock.isHeldByCurrentThread { return true }
    // A thread that begins to update the rows now is waited for.
    if readLock.isHeld { return false }
    readLock.lock()
    let isUpdated = update(rows, true)
    let deferred = rows.pointee.takeDeferred()
    readLock.unlock()
    _ = consume deferred
    return isUpdated
  }

  /// Reports how long each read takes, with the update and the wait for that of another thread.
  func observeReads(_ body: @escaping @Sendable (Duration) -> Void) -> ObservationToken {
    let observer = EventObserver(body)
    observers.withLock { observers in
      observers.add(observer)
      isObserved.store(true, ordering: .relaxed)
    }
    return observer.makeToken { [weak self] in self?.remove($0) }
  }

  private func remove(_ observer: EventObserver<Duration>) {
    observers.withLock { observers in
      observers.remove(observer)
      isObserved.store(!observers.isEmpty, ordering: .relaxed)
    }
  }

  private func notifyObservers(since began: Int64) {
    let time = Duration.nanoseconds(stage_nanoseconds() - began)
    observers.withLock { $0.places }.notify(time)
  }

  private var head: ListSnapshot<Element> {
    guard let version = rows.pointee.head else {
      misuse(
        """
        A list was read by the `==` or `hash(into:)` of one of its identities, or by the `id` of \
        one of its rows. These must not access the list.
        """)
    }
    return ListSnapshot(version)
  }

  func changes(
    since old: ListSnapshot<Element>, budget: Int
  ) -> ListTransition<ListSnapshot<Element>> {
    let (new, origins) = read { new, rows in
      (new, rows.origins(since: old, through: new))
    }
    return ListTransition(from: old, to: new, budget: budget, origins: origins)
  }
}

extension DerivedRows {
  func origins(
    since old: ListSnapshot<Element>, through new: ListSnapshot<Element>
  ) -> ListOrigins {
    guard old.storage.lineage == lineage else { return .unknown }
    return log.origins(after: old.version, through: new.version)
  }
}
