/// Presents a list in a list model such as GTK's, one splice at a time.
///
/// It answers from the rows that the surface shows: exactly what has been announced so far.
///
/// - All edits since the last turn of the main actor are announced as one series of splices. Edits
///   made while the surface is being called are announced in the next turn.
/// - A row that moves by at most ``maximumSpan`` is removed and inserted in one splice, together
///   with the rows in between, so that toolkits find it again.
/// - Updates are announced after the splices.
/// - Rows that the surface states as ``SpliceSurface/keptRows`` are in no splice while they exist.
///
/// The presenter retains its list, but not its surface. What it has in common with ``ListPresenter``
/// is how it listens, 30 lines: a protocol for both would have as many.
@MainActor
package final class SplicePresenter<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// Beyond this number, the splices of one transition are replaced with two, a removal and an
  /// insertion; not for a surface with ``SpliceSurface/keptRows``.
  package var maximumSplices = 100
  /// Rows that move farther are removed and inserted in two splices; not for a surface with
  /// ``SpliceSurface/keptRows``.
  package var maximumSpan = 500
  package var onPresentation: ((_ splices: Int, _ updates: Int) -> Void)?

  private let feed: SpliceFeed<Element>
  private var rows: ListSnapshot<Element>
  private var sections: SectionStarts?
  private var composite: SpliceComposite<Element>?
  private var nextSections: SectionStarts?
  private var machine = PresenterMachine()
  private weak var surface: (any SpliceSurface)?
  private let cadence: ListObservation.Cadence
  private var registration: ObserverRegistration?

  package convenience init(
    _ list: some ListReading<Element>, cadence: ListObservation.Cadence = .nextTurn
  ) {
    self.init(feed: SpliceFeed(list), cadence: cadence)
  }

  /// The rows of all sections, one section after another; ``sectionRange(at:)`` is for headers.
  package convenience init<Key>(
    _ list: GroupedList<Key, Element>, cadence: ListObservation.Cadence = .nextTurn
  ) {
    self.init(feed: SpliceFeed(list), cadence: cadence)
  }

  private init(feed: SpliceFeed<Element>, cadence: ListObservation.Cadence) {
    self.feed = feed
    self.cadence = cadence
    rows = feed.rows
    sections = feed.sections
  }

  deinit { registration?.cancel() }

  package var count: Int { composite?.count ?? rows.count }

  package func row(at position: Int) -> Element {
    guard position >= 0, position < count else {
      ListMisuse.noRow(position, count: count, in: "a presenter")
    }
    return composite?[position] ?? rows[position]
  }

  /// A section that is only partly announced is in two ranges; O(log *s*) for *s* sections.
  package func sectionRange(at position: Int) -> Range<Int> {
    guard position >= 0, position < count else {
      ListMisuse.noRow(position, count: count, in: "a presenter")
    }
    guard let sections else { return 0..<count }
    guard let composite, let nextSections else { return sections.range(at: position) }
    return composite.sectionRange(at: position, old: sections, new: nextSections)
  }

  package var snapshot: ListSnapshot<Element>? { composite == nil ? rows : nil }

  package var hasPendingChanges: Bool { machine.isPending }

  /// The rows that the presenter shows at this moment are not announced.
  package func attach(to surface: any SpliceSurface) {
    detach()
    self.surface = surface
    let registration = ObserverRegistration(
      changeSignal: feed.changeSignal, cadence: cadence, prepare: feed.preparation
    ) { [weak self] in
      self?.listChanged() ?? false
    }
    self.registration = registration
    registration.listen()
    // Present what has changed since the rows were read.
    presentLater()
  }

  package func detach() {
    surface = nil
    registration?.cancel()
    registration = nil
  }

  package func surfaceBecameReady() {
    if machine.isPending { present() }
  }

  /// Updates the list quickly, or returns what is to be done in the background before ``flush()``.
  package func preparation() -> (@Sendable () -> Void)? { feed.preparation() }

  @discardableResult
  package func flush() -> Bool {
    present()
    return !machine.isPending
  }

  private func listChanged() -> Bool {
    if surface == nil { detach() }
    return registration != nil && present()
  }

  private func presentLater() {
    registration?.listMayHaveChanged()
  }

  @discardableResult
  private func present() -> Bool {
    let isReady = machine.isPresenting || surface?.isReadyForChanges ?? true
    guard machine.begin(isReady: isReady) else { return false }
    let (transition, newSections) = feed.step(rows)
    let hasChanges = !transition.new.isIdentical(to: rows)
    nextSections = newSections
    if hasChanges { show(transition) }
    sections = newSections
    if machine.ended() { presentLater() }
    return hasChanges
  }

  private func show(_ transition: ListTransition<ListSnapshot<Element>>) {
    let (splices, updates) = plan(transition)
    var next = SpliceComposite(from: rows, to: transition.new)
    for splice in splices {
      next.advance(over: splice)
      composite = next
      surface?.rowsChanged(splice)
    }
    composite = nil
    rows = transition.new
    if !updates.isEmpty { surface?.rowsUpdated(at: updates) }
    onPresentation?(splices.count, updates.count)
  }

  private func plan(
    _ transition: ListTransition<ListSnapshot<Element>>
  ) -> (splices: [ListSplice], updates: [Int]) {
    let (changes, new) = (transition.changes, transition.new)
    let isStructural = changes.isReset || changes.structuralCount > 0
    let kept = KeptRows(isStructural ? surface?.keptRows ?? [] : [], count: rows.count)
    guard !kept.isEmpty else {
      let splices = changes.splices(
        joiningMovesOver: maximumSpan, limit: maximumSplices, from: rows.count, to: new.count)
      return (splices, changes.updates.map(\.new))
    }
    let isExact =
      !changes.isReset && changes.oldCount == rows.count && changes.newCount == new.count
      && (try? changes.validate()) != nil
    let plan =
      isExact
      ? SplicePlan(changes, keeping: kept)
      : SplicePlan(
        resetFrom: rows.count, to: new.count,
        staying: kept.stayingRows { new.index(of: rows[$0].id) })
    return (plan.splices, plan.updates)
  }
}

/// Two versions of a list combined: the first part is from the new one, the rest from the old one.
///
/// While splices are announced one by one, a list model must show exactly what has been announced
/// so far. This provides such a state without copying rows.
struct SpliceComposite<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  private let old: ListSnapshot<Element>
  private let new: ListSnapshot<Element>
  /// Where the old part begins in `old`; the `newStart` rows before it are those of `new`.
  private var oldStart = 0
  private var newStart = 0

  init(from old: ListSnapshot<Element>, to new: ListSnapshot<Element>) {
    self.old = old
    self.new = new
  }

  var count: Int { newStart + old.count - oldStart }

  subscript(position: Int) -> Element {
    position < newStart ? new[position] : old[oldStart + position - newStart]
  }

  /// Returns the rows of a row's section, as far as they are in the same part.
  func sectionRange(at position: Int, old: SectionStarts, new: SectionStarts) -> Range<Int> {
    if position < newStart { return new.range(at: position).clamped(to: 0..<newStart) }
    let shift = newStart - oldStart
    let range = old.range(at: position - shift)
    return max(range.lowerBound + shift, newStart)..<(range.upperBound + shift)
  }

  mutating func advance(over splice: ListSplice) {
    oldStart += splice.position - newStart + splice.removed
    newStart = splice.position + splice.inserted
  }
}
