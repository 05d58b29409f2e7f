/// A readable and observable list, with or without sections.
///
/// Everything that shows or follows lists uses this protocol: ``observe(_:initial:ignoring:_:)``,
/// ``transitions(every:clock:initial:)``, and ``ListPresenter``. A list without sections is a
/// ``ListReading``.
public protocol RowsReading<Snapshot>: AnyObject, Sendable {
  /// The type of the list's versions.
  associatedtype Snapshot: PresentableRows

  /// Returns the current version of the list.
  func snapshot() -> Snapshot

  /// Returns what has changed since a version of this list.
  ///
  /// The result is as exact as ``ListSnapshot/changes(since:)``, at any cost to the caller; only
  /// transitions delivered on the main actor have a budget.
  ///
  /// - Parameter old: The version to compare with. With a snapshot of another list, the result is a
  ///   reset.
  /// - Returns: The transition from that version to the current one.
  func changes(since old: Snapshot) -> ListTransition<Snapshot>

  /// The signal that the list may have changed.
  ///
  /// A list derived from one list shares its signal.
  var changeSignal: ListChangeSignal { get }
}

extension RowsReading {
  /// A transition from one version of the list to another.
  public typealias Transition = ListTransition<Snapshot>
}

/// A readable and observable list without sections: a ``LiveList``, or a list derived from others.
///
/// Other lists are derived from it, such as ``filtered(by:)``.
public protocol ListReading<Element>: RowsReading where Snapshot == ListSnapshot<Element> {
  /// The type of the rows.
  associatedtype Element: Identifiable & Sendable where Element.ID: Sendable

  /// Returns the current version of the list.
  func snapshot() -> ListSnapshot<Element>
}
