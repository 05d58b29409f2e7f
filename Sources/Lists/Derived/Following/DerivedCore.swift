internal import StageFloor

/// The rows of a derived list, with the gate through which everybody goes who reads it.
///
/// The gate may be held for long, since whoever comes first catches up for all. A closure of the
/// user's that reads the same list is let through, and finds it as it was before.
@usableFromInline
final class DerivedCore<Element: Identifiable & Sendable>:
  @unchecked Sendable  // guard: `gate` for `rows` and what `catchUp` refers to
where Element.ID: Sendable {
  let bell: ListBell
  private let gate = WriterLock()
  private let rows: UnsafeMutablePointer<DerivedRows<Element>>
  private let catchUp: (UnsafeMutablePointer<DerivedRows<Element>>) -> Void

  /// The core of a list that is made by an engine.
  ///
  /// - Parameters:
  ///   - bell: the bell of the source.
  ///   - comparison: what compares two versions.
  ///   - catchUp: has the engine make the rows what they are to be now. First it asks the source and
  ///     the user's closures, with the rows left alone; then it edits. Called under the gate.
  @usableFromInline
  init(
    bell: ListBell, comparison: @escaping ListComparison<Element>,
    catchUp: @escaping (UnsafeMutablePointer<DerivedRows<Element>>) -> Void
  ) {
    self.bell = bell
    self.catchUp = catchUp
    rows = .allocate(capacity: 1)
    rows.initialize(to: DerivedRows(comparison: comparison))
  }

  deinit {
    rows.deinitialize(count: 1)
    rows.deallocate()
  }

  /// Catches up with the source, and reads.
  ///
  /// - Parameter body: reads what the engine and the rows are now; calls nothing of the user's.
  /// - Returns: what `body` returns.
  func read<Result>(
    _ body: (ListSnapshot<Element>, borrowing DerivedRows<Element>) -> Result
  ) -> Result {
    if gate.isMine { return body(head, rows.pointee) }
    gate.lock()
    catchUp(rows)
    let result = body(head, rows.pointee)
    let waste = rows.pointee.takeWaste()
    gate.unlock()
    _ = consume waste
    return result
  }

  private var head: ListSnapshot<Element> {
    guard let version = rows.pointee.head else {
      misuse(
        """
        A list was read by the `==` or `hash(into:)` of one of its identities, or by the `id` of \
        one of its rows. These must not touch the list.
        """)
    }
    return ListSnapshot(version)
  }

  /// What happened since a version; a reset if that would cost more.
  func changes(since old: ListSnapshot<Element>, budget: Int) -> ListTransition<Element> {
    let (new, origins) = read { new, rows in
      (new, rows.origins(since: old, through: new))
    }
    return ListTransition(from: old, to: new, budget: budget, origins: origins)
  }
}

extension DerivedRows {
  /// Who made the edits between two versions.
  func origins(
    since old: ListSnapshot<Element>, through new: ListSnapshot<Element>
  ) -> ListOrigins {
    guard old.storage.lineage == lineage else { return .unknown }
    return log.origins(after: old.version, through: new.version)
  }
}
