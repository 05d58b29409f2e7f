/// Something that can be read as a list, and be followed: a ``LiveList``, or a list made of others.
///
/// All that shows or follows lists is written against this: ``observe(_:initial:ignoring:_:)``,
/// ``transitions(initial:)``, and the lists that are derived from others.
public protocol ListReading<Element>: AnyObject, Sendable {
  /// What the rows are.
  associatedtype Element: Identifiable & Sendable where Element.ID: Sendable

  /// The list as it is now.
  func snapshot() -> ListSnapshot<Element>

  /// What happened since a version of this list.
  ///
  /// It is as exact as ``ListSnapshot/changes(since:)``, and costs the caller what it takes; only
  /// steps that are delivered on the main actor have a budget.
  ///
  /// - Parameter old: what is known already. A snapshot of another list makes the answer a reset.
  /// - Returns: the step from there to the list as it is now.
  func changes(since old: ListSnapshot<Element>) -> ListTransition<Element>

  /// What rings when the list may have changed. A list that is made of another has the other's.
  var bell: ListBell { get }
}
