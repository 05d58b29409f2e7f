/// A readable and observable list: a ``LiveList``, or a list derived from others.
///
/// Everything that shows or follows lists uses this protocol: ``observe(_:initial:ignoring:_:)``,
/// ``transitions(initial:)``, and derived lists.
public protocol ListReading<Element>: AnyObject, Sendable {
  /// The type of the rows.
  associatedtype Element: Identifiable & Sendable where Element.ID: Sendable

  /// Returns the current version of the list.
  func snapshot() -> ListSnapshot<Element>

  /// Returns what has changed since a version of this list.
  ///
  /// The result is as exact as ``ListSnapshot/changes(since:)``, at any cost to the caller; only
  /// transitions delivered on the main actor have a budget.
  ///
  /// - Parameter old: The version to compare with. With a snapshot of another list, the result is a
  ///   reset.
  /// - Returns: The transition from that version to the current one.
  func changes(since old: ListSnapshot<Element>) -> ListTransition<Element>

  /// Notifies that the list may have changed; a derived list has the change signal of its source.
  var changeSignal: ListChangeSignal { get }
}
