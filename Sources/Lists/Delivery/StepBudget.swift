/// How much may be spent on finding what happened in one step.
///
/// Counted and not measured, so that the same edits always give the same step. A row that is compared
/// counts 1, which stands for ten nanoseconds.
@usableFromInline
enum StepBudget {
  /// What it counts to go into two nodes, which are rarely in the cache.
  @inlinable static var node: Int { 32 }
  /// What a row counts that came or went, and each end of a move: it is hashed and looked up.
  @inlinable static var change: Int { 32 }
  /// What a row counts that has new content.
  @inlinable static var update: Int { 4 }
  /// What observers and presenters may spend: 8,192 rows that come or go side by side.
  static let mainActor = 8192 * change
  /// For callers that ask for changes themselves.
  static let unlimited = Int.max
}

/// A list whose steps can be found within a budget.
protocol BudgetedReading<Element>: ListReading {
  /// As ``ListReading/changes(since:)``, but a reset if the changes would cost more.
  func changes(since old: ListSnapshot<Element>, budget: Int) -> ListTransition<Element>
}

extension LiveList: BudgetedReading {}
extension DerivedList: BudgetedReading {}

extension ListReading {
  /// What finds the steps that are delivered on the main actor.
  var delivery: (_ old: ListSnapshot<Element>) -> ListTransition<Element> {
    guard let list = self as? any BudgetedReading<Element> else {
      return { [self] old in changes(since: old) }
    }
    return { old in list.changes(since: old, budget: StepBudget.mainActor) }
  }
}
