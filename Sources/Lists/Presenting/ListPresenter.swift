/// Presents a list in a table, so that the two never disagree.
///
/// This is the toolkit-independent part of a table adapter. The presenter holds the rows that the
/// surface shows, which are one version of the list, and answers all questions from them. When the
/// list has changed, it computes the changes for the surface, and switches the rows exactly when
/// the surface expects it.
///
/// ```swift
/// let presenter = ListPresenter(orders)
/// presenter.attach(to: adapter)
///
/// // The table asks its adapter, and the adapter asks the presenter:
/// let count = presenter.numberOfRows(inSection: section)
/// let order = presenter.row(at: path)
/// ```
///
/// - All edits since the last turn of the main actor are presented as one batch. Edits made while
///   the surface is being called are presented in the next turn.
/// - Updated rows are reconfigured after the batch, at their new paths.
/// - The surface reloads instead if there are more changes than ``maximumBatch`` or more updates
///   than ``maximumUpdates``, if it is not in a window, and if the changes are contradictory or do
///   not match what is shown.
/// - While the surface is not ready, the changes are deferred and accumulated. They are presented
///   with the next change of the list, or when ``surfaceBecameReady()`` is called.
///
/// The presenter retains its list, but not its surface.
@MainActor
public final class ListPresenter<Rows: PresentableRows> {
  /// The rows that are shown: one version of the list.
  ///
  /// Positions on the surface are positions in these rows, except for a row that the user has just
  /// moved (see ``surfaceMovedRow(from:to:)``).
  public internal(set) var rows: Rows

  /// The maximum number of removed, inserted and moved rows and sections in one batch; 100 by
  /// default.
  ///
  /// If there are more, the surface reloads.
  public var maximumBatch = 100
  /// The maximum number of updated rows at once; 1000 by default.
  ///
  /// If there are more, the surface reloads.
  public var maximumUpdates = 1000
  /// A closure that is called after each presentation; nil by default.
  public var onPresentation: ((ListPresentation) -> Void)?

  /// The origin for edits that the user makes with gestures on the surface.
  ///
  /// A transition that consists only of such edits is not animated.
  public let gestures: ListOrigin

  let feed: ListFeed<Rows>
  var machine = PresenterMachine()
  var surfaceMoves: [GroupedChanges] = []
  private(set) weak var surface: (any ListSurface)?
  private let cadence: ListObservation.Cadence
  /// A new registration for each attachment.
  private(set) var registration: ObserverRegistration?

  /// Creates a presenter of a list, with or without sections.
  ///
  /// - Parameters:
  ///   - list: The list to present.
  ///   - cadence: How often to present changes.
  ///   - gestures: The origin of edits without animation.
  public convenience init(
    _ list: some RowsReading<Rows>, cadence: ListObservation.Cadence = .nextTurn,
    gestures: ListOrigin = ListOrigin("gestures")
  ) {
    self.init(feed: ListFeed(list), cadence: cadence, gestures: gestures)
  }

  init(
    feed: ListFeed<Rows>, cadence: ListObservation.Cadence = .nextTurn,
    gestures: ListOrigin = ListOrigin("gestures")
  ) {
    self.feed = feed
    self.cadence = cadence
    self.gestures = gestures
    rows = feed.snapshot()
  }

  deinit { registration?.cancel() }

  /// The number of sections that the surface shows.
  public var numberOfSections: Int { surfaceMoves.last?.newCounts.count ?? rows.numberOfSections }

  /// Returns the number of rows that the surface shows in a section.
  ///
  /// - Parameter section: The number of the section, counted from 0.
  /// - Returns: The number of rows.
  /// - Precondition: The section exists.
  public func numberOfRows(inSection section: Int) -> Int {
    requireSection(section, of: numberOfSections)
    return surfaceMoves.last?.newCounts[section] ?? rows.numberOfRows(inSection: section)
  }

  /// Returns a row that the surface shows.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: The row.
  /// - Precondition: The row exists.
  public func row(at path: RowPath) -> Rows.Row {
    rows.row(at: surfaceMoves.reversed().reduce(path) { $1.oldPath(of: $0) ?? $0 })
  }

  /// Whether there may be changes that are deferred because the surface was not ready.
  public var hasPendingChanges: Bool { machine.isPending }

  /// Attaches a surface, which reloads immediately.
  ///
  /// It replaces the previous surface, if any.
  ///
  /// - Parameter surface: The surface to show the list; it is not retained.
  public func attach(to surface: any ListSurface) {
    detach()
    self.surface = surface
    let registration = ObserverRegistration(
      changeSignal: feed.changeSignal, cadence: cadence, prepare: feed.preparation
    ) { [weak self] in
      self?.listChanged() ?? false
    }
    self.registration = registration
    registration.listen()
    surfaceMoves = []
    rows = feed.snapshot()
    surface.reloadRows()
    onPresentation?(.reload(.attached))
  }

  /// Detaches the surface, which receives no further calls.
  ///
  /// ``rows`` remain unchanged; a surface may be attached again.
  public func detach() {
    surface = nil
    registration?.cancel()
    registration = nil
  }

  /// Informs the presenter that the surface is ready for changes again.
  ///
  /// Deferred changes are presented immediately.
  public func surfaceBecameReady() {
    if machine.isPending { present() }
  }

  /// Updates the surface now.
  ///
  /// Call this before an edit that refers to positions on the surface. Inside a call of the
  /// surface, it only schedules another turn.
  ///
  /// - Parameter isAnimated: Whether to animate the changes.
  /// - Returns: Whether the surface shows the current version of the list.
  @discardableResult
  public func flush(isAnimated: Bool = true) -> Bool {
    present(isAnimated: isAnimated)
    return !machine.isPending
  }

  /// Returns whether a change was presented.
  private func listChanged() -> Bool {
    if surface == nil { detach() }
    return registration != nil && present()
  }

  func presentLater() {
    registration?.listMayHaveChanged()
  }
}
