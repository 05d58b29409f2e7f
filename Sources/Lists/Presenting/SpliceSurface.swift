/// A list model that receives changes as splices, such as GTK's.
///
/// ```swift
/// extension OrderModel: SpliceSurface {
///   var isReadyForChanges: Bool { true }
///   var keptRows: [Range<Int>] { [visibleRows] }
///   func rowsChanged(_ splice: ListSplice) {
///     emitItemsChanged(splice.position, splice.removed, splice.inserted)
///   }
///   func rowsUpdated(at positions: [Int]) {
///     for position in positions { wrapper(for: presenter.row(at: position)).notify() }
///   }
/// }
/// ```
@MainActor
public protocol SpliceSurface: AnyObject {
  /// Whether rows may change now.
  ///
  /// After returning false, call ``SplicePresenter/surfaceBecameReady()`` as soon as changes are
  /// possible again.
  var isReadyForChanges: Bool { get }

  /// The positions of the rows that must keep their places: what is seen, and what has the focus;
  /// none by default.
  ///
  /// A toolkit may lose track of a row that is removed and inserted again: it then scrolls to
  /// another place, or drops the focus. It may also need a long time for each splice, wherever that
  /// is. A surface that states its kept rows receives few splices, which leave these rows alone:
  ///
  /// - A kept row that exists after the transition is in no splice, also when the list replaces all
  ///   rows. If kept rows change their order among themselves, as many of them as possible stay, and
  ///   the others are removed and inserted.
  /// - All changes before the first range, between two ranges and after the last one become one
  ///   splice each, however many rows in between have not changed.
  /// - Changes inside a range remain splices of their own. ``SplicePresenter/maximumSplices`` and
  ///   ``SplicePresenter/maximumSpan`` do not apply.
  /// - After a reset, all kept rows that stay are announced as updated.
  ///
  /// The presenter requests the ranges once for each transition, before it announces the first
  /// splice. They are positions of the rows as they are shown then, in any order; they may overlap,
  /// and positions that do not exist are ignored. State a few hundred rows at most: each is looked
  /// up.
  var keptRows: [Range<Int>] { get }

  /// Called after adjacent rows have been replaced by others.
  ///
  /// The presenter answers with the state after this splice and before the next one. The splices of
  /// one transition are announced in ascending order within one turn.
  ///
  /// - Parameter splice: The replaced rows.
  func rowsChanged(_ splice: ListSplice)

  /// Called after rows have been updated.
  ///
  /// This follows all splices of a transition.
  ///
  /// - Parameter positions: The current positions of the rows, ascending.
  func rowsUpdated(at positions: [Int])
}

extension SpliceSurface {
  /// None.
  public var keptRows: [Range<Int>] { [] }
}
