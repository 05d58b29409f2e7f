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
  /// The budget for callers that request changes themselves.
  static let unlimited = Int.max
}

/// A list whose transitions can be computed within a budget.
protocol BudgetedReading<Element>: ListReading {
  /// Like ``ListReading/changes(since:)``, but a reset if the diff would exceed the budget.
  func changes(since old: ListSnapshot<Element>, budget: Int) -> ListTransition<Element>
}

extension LiveList: BudgetedReading {}
extension DerivedList: BudgetedReading {}

extension ListReading {
  /// The function that computes the transitions delivered on the main actor.
  var delivery: (_ old: ListSnapshot<Element>) -> ListTransition<Element> {
    guard let list = self as? any BudgetedReading<Element> else {
      return { [self] old in changes(since: old) }
    }
    return { old in list.changes(since: old, budget: StepBudget.mainActor) }
  }
}
