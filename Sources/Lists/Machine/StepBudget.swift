internal import StageFloor

/// The cost limits of a diff, counted rather than measured, so that the same edits always give the
/// same transition; comparing a row costs 1, which stands for ten nanoseconds.
@usableFromInline
enum StepBudget {
  /// Visiting a pair of nodes, which are rarely in the cache.
  @inlinable static var node: Int { 32 }
  /// A removed or inserted row, and each end of a move: it is hashed and looked up.
  @inlinable static var change: Int { 32 }
  @inlinable static var update: Int { 4 }
  /// The budget for observers and presenters: 8,192 adjacent rows that were removed or inserted.
  static let mainActor = 8192 * change
  /// The rows of a derived list that are computed on the main actor at once: a few milliseconds.
  @inlinable static var rows: Int { 2048 }
  /// The changed rows that are updated at once; each is searched for, and compared with others.
  @inlinable static var changedRows: Int { 512 }
  static let unlimited = Int.max
}

package protocol BudgetedReading<Snapshot>: RowsReading {
  func changes(since old: Snapshot, budget: Int) -> ListTransition<Snapshot>

  /// Returns false, and does nothing, if an update would take long.
  func updateQuickly() -> Bool
}

extension LiveList: BudgetedReading {
  package func updateQuickly() -> Bool { true }
}

extension DerivedList: BudgetedReading {
  package final func updateQuickly() -> Bool { core.updateQuickly() }
}

extension GroupedList: BudgetedReading {
  package func updateQuickly() -> Bool { core.updateQuickly() }
}

extension RowsReading {
  var delivery: (_ old: Snapshot) -> Transition {
    guard let list = self as? any BudgetedReading<Snapshot> else {
      return { [self] old in changes(since: old) }
    }
    return { old in list.changes(since: old, budget: StepBudget.mainActor) }
  }

  /// Within the budget of the main actor; nil if the list must be updated first for long.
  @usableFromInline
  func quickChanges(since old: Snapshot) -> Transition? {
    guard let list = self as? any BudgetedReading<Snapshot> else { return changes(since: old) }
    return list.updateQuickly() ? list.changes(since: old, budget: StepBudget.mainActor) : nil
  }

  var preparation: ObserverRegistration.Preparation {
    guard let list = self as? any BudgetedReading<Snapshot> else { return { nil } }
    return {
      if list.updateQuickly() { return nil }
      return { _ = list.snapshot() }
    }
  }

  func prepareIfOnMain() async {
    guard MainActor.isCurrent, let update = preparation() else { return }
    await Task.detached(priority: .userInitiated) { update() }.value
  }
}
