/// Brings the changes of a list to a table, so that both never disagree.
///
/// This is all of a table adapter that does not depend on a toolkit. The presenter holds the rows
/// that the surface shows, which is one version of the list, and answers all questions from it;
/// when the list has changed, it works out what to tell the surface and switches the rows at the
/// one moment at which the surface expects it.
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
/// - However many edits were made since the last turn of the main actor, the surface performs one
///   batch. Edits made while the surface is being called come in the next turn.
/// - Updated rows are reconfigured after the batch, where they are then.
/// - The surface reloads instead if there are more changes than ``maximumBatch``, if it is not in a
///   window, and if the changes contradict themselves or what is shown.
/// - While the surface is not ready, the changes wait and gather. They come with the next change of
///   the list, or when ``surfaceBecameReady()`` is called.
///
/// The presenter keeps its list; it does not keep its surface.
@MainActor
public final class ListPresenter<Rows: PresentableRows> {
  /// What is shown: one version of the list.
  ///
  /// Positions of the surface are positions in here, except for a row that the user has just moved
  /// (see ``surfaceMovedRow(from:to:)``).
  public internal(set) var rows: Rows

  /// How many rows and sections may come, go and move at once; 100 at first.
  ///
  /// If there are more changes, the surface reloads.
  public var maximumBatch = 100
  /// How many rows may be updated at once; 1000 at first.
  ///
  /// If there are more, the surface reloads.
  public var maximumUpdates = 1000
  /// Is told of each step after it was presented; nil at first.
  public var onPresentation: ((ListPresentation) -> Void)?

  /// The origin to give to edits that the user made with their fingers on the surface.
  ///
  /// A step that comes from such edits alone is not animated.
  public let gestures: ListOrigin

  let feed: ListFeed<Rows>
  var machine = PresenterMachine()
  /// What the surface has done to the rows on its own, one move after the other.
  var surfaceMoves: [GroupedChanges] = []
  private(set) weak var surface: (any ListSurface)?
  private let cadence: ListCadence
  /// Another one for each attachment.
  private(set) var seat: DeliverySeat?

  /// Presents a list in one section.
  ///
  /// - Parameters:
  ///   - list: whose rows to present.
  ///   - cadence: how often to look for changes.
  ///   - gestures: the origin of edits that need no animation.
  public convenience init<List: ListReading>(
    _ list: List, cadence: ListCadence = .nextTurn, gestures: ListOrigin = ListOrigin("gestures")
  ) where Rows == ListSnapshot<List.Element> {
    self.init(feed: ListFeed(list), cadence: cadence, gestures: gestures)
  }

  init(
    feed: ListFeed<Rows>, cadence: ListCadence = .nextTurn,
    gestures: ListOrigin = ListOrigin("gestures")
  ) {
    self.feed = feed
    self.cadence = cadence
    self.gestures = gestures
    rows = feed.snapshot()
  }

  deinit { seat?.cancel() }

  /// How many sections the surface shows.
  public var numberOfSections: Int { surfaceMoves.last?.newCounts.count ?? rows.numberOfSections }

  /// How many rows the surface shows in a section.
  ///
  /// - Parameter section: its number, counted from 0.
  /// - Returns: the number of its rows.
  /// - Precondition: there is such a section.
  public func numberOfRows(inSection section: Int) -> Int {
    requireSection(section, of: numberOfSections)
    return surfaceMoves.last?.newCounts[section] ?? rows.numberOfRows(inSection: section)
  }

  /// A row that the surface shows.
  ///
  /// - Parameter path: where it is.
  /// - Returns: the row.
  /// - Precondition: there is one.
  public func row(at path: RowPath) -> Rows.Row {
    rows.row(at: surfaceMoves.reversed().reduce(path) { $1.oldPath(of: $0) ?? $0 })
  }

  /// Whether there may be changes that the surface was not told, because it was not ready.
  public var hasPendingChanges: Bool { machine.isPending }

  /// Lets a surface show the list from now on; it reloads at once.
  ///
  /// It takes the place of the former surface, if any.
  ///
  /// - Parameter surface: what is to show the list; not kept.
  public func attach(to surface: any ListSurface) {
    detach()
    self.surface = surface
    let seat = DeliverySeat(bell: feed.bell, cadence: cadence) { [weak self] in
      self?.hear() ?? false
    }
    self.seat = seat
    seat.listen()
    surfaceMoves = []
    rows = feed.snapshot()
    surface.reloadRows()
    onPresentation?(.reload(.attached))
  }

  /// Lets go of the surface, which is told nothing any more.
  ///
  /// ``rows`` stay what they are; a surface may be attached again.
  public func detach() {
    surface = nil
    seat?.cancel()
    seat = nil
  }

  /// The surface, which was not ready for changes, is so now.
  ///
  /// What has gathered is presented at once.
  public func surfaceBecameReady() {
    if machine.isPending { present() }
  }

  /// Brings the surface up to date now.
  ///
  /// Do so before an edit that speaks of positions on the surface. Inside a call of the surface it
  /// does nothing but to arrange for another turn.
  ///
  /// - Parameter isAnimated: whether the user should see rows come and go.
  /// - Returns: whether the surface shows the list as it is now.
  @discardableResult
  public func flush(isAnimated: Bool = true) -> Bool {
    present(isAnimated: isAnimated)
    return !machine.isPending
  }

  /// The list has changed, at some time since this presenter began to listen.
  ///
  /// - Returns: whether that was presented.
  private func hear() -> Bool {
    if surface == nil { detach() }
    return seat != nil && present()
  }

  /// Looks again in a later turn.
  func presentLater() {
    seat?.listMayHaveChanged()
  }
}
