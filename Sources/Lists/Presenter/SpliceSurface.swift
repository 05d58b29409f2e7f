/// What shows rows in one series and is told of splices: GTK's list models, and their like.
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
  /// Who says no here calls ``SplicePresenter/surfaceBecameReady()`` when that is over.
  var isReadyForChanges: Bool { get }

  /// Neighbouring rows have given way to others.
  ///
  /// The presenter answers as after this splice and before the next one. Splices of one step come
  /// in ascending order without a turn in between.
  ///
  /// - Parameter splice: which rows, where.
  func rowsChanged(_ splice: ListSplice)

  /// Rows that stay have new content.
  ///
  /// Comes after all splices of a step.
  ///
  /// - Parameter positions: where these rows are now, ascending.
  func rowsUpdated(at positions: [Int])
}
