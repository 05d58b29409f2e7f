internal import StageFloor

/// The cost limits of a diff.
///
/// Costs are counted rather than measured, so that the same edits always give the same transition.
/// Comparing a row costs 1, which stands for ten nanoseconds.
@usableFromInline
enum StepBudget {
  /// The cost of visiting a pair of nodes, which are rarely in the cache.
  @inlinable static var node: Int { 32 }
  /// The cost of a removed or inserted row, and of each end of a move: it is hashed and looked up.
  @inlinable static var change: Int { 32 }
  /// The cost of a row with new content.
  @inlinable static var update: Int { 4 }
  /// The budget for observers and presenters: 8,192 adjacent rows that were removed or inserted.
  static let mainActor = 8192 * change
  /// The number of rows of a derived list that are computed on the main actor at once: with
  /// closures of a microsecond, and with the comparisons of a sort, a few milliseconds.
  @inlinable static var rows: Int { 2048 }
  /// The number of changed rows of a derived list that are updated on the main actor at once; each
  /// is searched for, and compared with some others.
  @inlinable static var changedRows: Int { 512 }
  /// The budget for callers that request changes themselves.
  static let unlimited = Int.max
}

/// A list whose transitions can be computed within a budget.
protocol BudgetedReading<Element>: ListReading {
  /// Like ``ListReading/changes(since:)``, but a reset if the diff would exceed the budget.
  func changes(since old: ListSnapshot<Element>, budget: Int) -> ListTransition<Element>

  /// Updates the list unless that takes long.
  ///
  /// - Returns: Whether the list is updated, so that reading it does not take long.
  func updateQuickly() -> Bool
}

extension LiveList: BudgetedReading {
  func updateQuickly() -> Bool { true }
}

extension DerivedList: BudgetedReading {
  final func updateQuickly() -> Bool { core.updateQuickly() }
}

extension ListReading {
  /// The function that computes the transitions delivered on the main actor.
  var delivery: (_ old: ListSnapshot<Element>) -> ListTransition<Element> {
    guard let list = self as? any BudgetedReading<Element> else {
      return { [self] old in changes(since: old) }
    }
    return { old in list.changes(since: old, budget: StepBudget.mainActor) }
  }

  /// Returns what has changed since a version, within the budget of the main actor; nil if the list
  /// must be updated first, and that takes long.
  @usableFromInline
  func quickChanges(since old: ListSnapshot<Element>) -> ListTransition<Element>? {
    guard let list = self as? any BudgetedReading<Element> else { return changes(since: old) }
    return list.updateQuickly() ? list.changes(since: old, budget: StepBudget.mainActor) : nil
  }

  /// The function that updates the list before it is read on the main actor.
  var preparation: ObserverRegistration.Preparation {
    guard let list = self as? any BudgetedReading<Element> else { return { nil } }
    return {
      if list.updateQuickly() { return nil }
      return { _ = list.snapshot() }
    }
  }
}

extension ListReading {
  /// Updates the list in the background if the caller is on the main actor, and that takes long.
  func prepareIfOnMain() async {
    guard MainActor.isCurrent, let update = preparation() else { return }
    await Task.detached(priority: .userInitiated) { update() }.value
  }
}

extension GroupedList {
  /// Updates the list in the background if the caller is on the main actor, and that takes long.
  func prepareIfOnMain() async {
    guard MainActor.isCurrent, let update = preparation() else { return }
    await Task.detached(priority: .userInitiated) { update() }.value
  }

  /// The function that updates the list before it is read on the main actor.
  var preparation: ObserverRegistration.Preparation {
    {
      if self.updateQuickly() { return nil }
      return { _ = self.snapshot() }
    }
  }
}
