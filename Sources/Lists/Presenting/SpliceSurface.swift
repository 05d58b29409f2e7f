/// A list model that receives changes as splices, such as GTK's.
///
/// ```swift
/// extension OrderModel: SpliceSurface {
///   var isReadyForChanges: Bool { true }
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
