/// Brings the changes of a list to a list model such as GTK's, splice by splice.
///
/// It holds the rows that the surface shows, and answers all questions from them. When the list has
/// changed, it announces one splice after the other, and is after each exactly what was announced
/// so far.
///
/// ```swift
/// let presenter = SplicePresenter(orders)
/// let model = OrderModel(presenter)
/// presenter.attach(to: model)
///
/// // The toolkit asks the model, and the model asks the presenter:
/// _ = presenter.count
/// _ = presenter.row(at: position)
/// ```
///
/// - However many edits were made since the last turn of the main actor, they come in one series of
///   splices. Edits made while the surface is being called come in the next turn.
/// - List models know no moves. A row that moves not too far is removed and inserted in one splice,
///   together with the rows in between, so that toolkits find it again; see ``maximumSpan``.
/// - Updates are no splices, and are told afterwards.
///
/// The presenter keeps its list; it does not keep its surface.
@MainActor
public final class SplicePresenter<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// How many splices may be announced for one step; 100 at first.
  ///
  /// If there are more, they become two: one that removes, and one that inserts.
  public var maximumSplices = 100
  /// How many rows may lie between both places of a row that moves, for them to be in one splice.
  ///
  /// 500 at first. Rows that move farther are removed and inserted in two splices.
  public var maximumSpan = 500
  /// Is told of each step after it was presented, how many splices and updates it had; nil at first.
  public var onPresentation: ((_ splices: Int, _ updates: Int) -> Void)?

  private let list: any ListReading<Element>
  private let delivery: (_ old: ListSnapshot<Element>) -> ListTransition<Element>
  private var rows: ListSnapshot<Element>
  /// What is shown while splices are announced.
  private var composite: SpliceComposite<Element>?
  private var machine = PresenterMachine()
  private weak var surface: (any SpliceSurface)?
  private let cadence: ListCadence
  private var seat: DeliverySeat?

  /// Presents a list.
  ///
  /// - Parameters:
  ///   - list: whose rows to present.
  ///   - cadence: how often to look for changes.
  public init(_ list: some ListReading<Element>, cadence: ListCadence = .nextTurn) {
    self.list = list
    delivery = list.delivery
    self.cadence = cadence
    rows = list.snapshot()
  }

  deinit { seat?.cancel() }

  /// How many rows the surface was told of.
  public var count: Int { composite?.count ?? rows.count }

  /// A row that the surface was told of.
  ///
  /// - Parameter position: where it is.
  /// - Returns: the row.
  /// - Precondition: there is one.
  /// - Complexity: O(log *n*).
  public func row(at position: Int) -> Element {
    guard position >= 0, position < count else {
      ListMisuse.noRow(position, count: count, in: "what a presenter shows")
    }
    return composite?[position] ?? rows[position]
  }

  /// The version of the list that is shown; nil while splices are announced.
  public var snapshot: ListSnapshot<Element>? { composite == nil ? rows : nil }

  /// Whether there may be changes that the surface was not told, because it was not ready.
  public var hasPendingChanges: Bool { machine.isPending }

  /// Lets a surface show the list from now on.
  ///
  /// It takes the place of the former surface, if any. What the presenter shows at this moment counts
  /// as told.
  ///
  /// - Parameter surface: what is to show the list; not kept.
  public func attach(to surface: any SpliceSurface) {
    detach()
    self.surface = surface
    let seat = DeliverySeat(bell: list.bell, cadence: cadence) { [weak self] in
      self?.hear() ?? false
    }
    self.seat = seat
    seat.listen()
    // What has changed since the rows were taken.
    presentLater()
  }

  /// Lets go of the surface, which is told nothing any more.
  public func detach() {
    surface = nil
    seat?.cancel()
    seat = nil
  }

  /// The surface, which was not ready for changes, is so now.
  ///
  /// What has gathered is announced at once.
  public func surfaceBecameReady() {
    if machine.isPending { present() }
  }

  /// Brings the surface up to date now.
  ///
  /// Do so before an edit that speaks of positions on the surface. Inside a call of the surface it
  /// does nothing but to arrange for another turn.
  ///
  /// - Returns: whether the surface shows the list as it is now.
  @discardableResult
  public func flush() -> Bool {
    present()
    return !machine.isPending
  }

  /// - Returns: whether there was anything new for the surface.
  private func hear() -> Bool {
    if surface == nil { detach() }
    return seat != nil && present()
  }

  /// Looks again in a later turn.
  private func presentLater() {
    seat?.listMayHaveChanged()
  }

  @discardableResult
  private func present() -> Bool {
    let isReady = machine.isPresenting || surface?.isReadyForChanges ?? true
    guard machine.begin(isReady: isReady) else { return false }
    let transition = delivery(rows)
    let hasNews = !transition.new.isIdentical(to: rows)
    if hasNews { show(transition) }
    if machine.ended() { presentLater() }
    return hasNews
  }

  private func show(_ transition: ListTransition<Element>) {
    let splices = transition.changes.splices(
      joiningMovesOver: maximumSpan, limit: maximumSplices, from: rows.count,
      to: transition.new.count)
    var next = SpliceComposite(from: rows, to: transition.new)
    for splice in splices {
      next.advance(over: splice)
      composite = next
      surface?.rowsChanged(splice)
    }
    composite = nil
    rows = transition.new
    let updates = transition.changes.updates.map(\.new)
    if !updates.isEmpty { surface?.rowsUpdated(at: updates) }
    onPresentation?(splices.count, updates.count)
  }
}
