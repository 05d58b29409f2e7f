@MainActor
package protocol SpliceSurface: AnyObject {
  /// After returning false, the surface calls ``SplicePresenter/surfaceBecameReady()``.
  var isReadyForChanges: Bool { get }

  /// The positions of the rows that must keep their places: what is seen, and what has the focus.
  ///
  /// A toolkit may lose track of a row that is removed and inserted again: it then scrolls to
  /// another place, or drops the focus. It may also need a long time for each splice, wherever that
  /// is. A surface that states its kept rows receives few splices, which leave these rows alone:
  ///
  /// - A kept row that exists after the transition is in no splice, also when the list replaces all
  ///  rows. If kept rows change their order among themselves, as many of them as possible stay, and
  ///  the others are removed and inserted.
  /// - All changes before the first range, between two ranges and after the last one become one
  ///  splice each, however many rows in between have not changed.
  /// - Changes inside a range remain splices of their own.
  /// - After a reset, all kept rows that stay are announced as updated.
  ///
  /// The presenter requests the ranges once for each transition, before the first splice. They may
  /// overlap, be in any order, or be out of bounds; each of their rows is looked up.
  var keptRows: [Range<Int>] { get }

  /// The presenter answers with the state after this splice and before the next one; the splices of
  /// one transition ascend, and are announced within one turn.
  func rowsChanged(_ splice: ListSplice)

  func rowsUpdated(at positions: [Int])
}

extension SpliceSurface {
  package var keptRows: [Range<Int>] { [] }
}
