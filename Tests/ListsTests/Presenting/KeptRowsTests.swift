import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftLists

/// Splices around the rows that a surface keeps.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct KeptRowsTests {
  private let orders = LiveList((0..<1000).map { ShownOrder(id: $0) })
  private let presenter: SplicePresenter<ShownOrder>
  private let view = FakeListView()

  init() {
    presenter = SplicePresenter(orders)
    view.show(presenter) { $0.state }
  }

  private func splice(_ position: Int, _ removed: Int, _ inserted: Int) -> ListSplice {
    ListSplice(position: position, removed: removed, inserted: inserted)
  }

  private func expectAgreement(sourceLocation: SourceLocation = #_sourceLocation) {
    presenter.flush()
    view.checkRows()
    #expect(view.violations.isEmpty, sourceLocation: sourceLocation)
    #expect(view.ids == orders.snapshot().map(\.id), sourceLocation: sourceLocation)
  }

  @Test
  func rangesAreNormalized() {
    func normalized(_ ranges: [Range<Int>]) -> [Range<Int>] {
      KeptRows(ranges, count: 10).ranges
    }
    #expect(normalized([]) == [])
    #expect(normalized([7..<9, 1..<3]) == [1..<3, 7..<9])
    #expect(normalized([1..<5, 3..<4, 4..<6, 6..<7]) == [1..<7])
    #expect(normalized([-5..<2, 8..<20]) == [0..<2, 8..<10])
    #expect(normalized([3..<3, 10..<12, -4..<0]) == [])
  }

  @Test
  func changesOutsideBecomeOneSpliceOnEachSide() throws {
    view.keptRows = [500..<520]
    for id in stride(from: 0, to: 1000, by: 10) where id != 500 && id != 510 { orders.remove(id) }
    expectAgreement()
    #expect(view.splices == [splice(0, 491, 441), splice(470, 471, 423)])
  }

  @Test
  func changesAmongKeptRowsAreExact() throws {
    view.keptRows = [500..<520, 100..<101]
    for id in [50, 90, 95, 300, 504, 510, 600, 700] { orders.remove(id) }
    expectAgreement()
    #expect(
      view.splices == [
        splice(50, 46, 43), splice(297, 1, 0), splice(500, 1, 0), splice(505, 1, 0),
        splice(594, 101, 99),
      ])
  }

  /// A row that is removed at the end of a kept range is not in one splice with distant changes.
  @Test
  func removedKeptRowIsInASpliceOfItsOwn() {
    view.keptRows = [500..<520]
    for id in [10, 500, 519, 900] { orders.remove(id) }
    expectAgreement()
    #expect(
      view.splices == [splice(10, 1, 0), splice(499, 1, 0), splice(517, 1, 0), splice(897, 1, 0)])
  }

  @Test
  func keptRowsStayWhenAllRowsAreReplaced() {
    view.keptRows = [500..<503, 7..<8]
    let kept = [7, 500, 502].map { ShownOrder(id: $0, state: 1) }
    let others = (2000..<2010).map { ShownOrder(id: $0) }
    orders.replaceAll(with: others + [kept[0]] + others.map { .init(id: $0.id + 50) } + kept[1...])
    expectAgreement()
    let removed = view.splices.map(\.removed).reduce(0, +)
    #expect(removed == 997)
    #expect(view.splices.allSatisfy { $0.removed == 0 || $0.inserted == 0 || $0.removed < 600 })
  }

  @Test
  func aResetUpdatesTheKeptRowsThatStay() throws {
    var kept = KeptRows([2..<5], count: 9)
    #expect(
      kept.stayingRows { [3: 0, 4: 6][$0] }
        == [StayingRow(old: 3, new: 0), StayingRow(old: 4, new: 6)])
    let plan = SplicePlan(
      resetFrom: 9, to: 8, staying: kept.stayingRows { [3: 0, 4: 6][$0] })
    #expect(
      plan.splices == [
        splice(0, 3, 0), splice(1, 0, 5), splice(7, 4, 1),
      ])
    #expect(plan.updates == [0, 6])
    kept = KeptRows([0..<9], count: 9)
    #expect(kept.stayingRows { _ in nil } == [])
    #expect(SplicePlan(resetFrom: 9, to: 8, staying: []).splices == [splice(0, 9, 8)])
    #expect(
      SplicePlan(resetFrom: 9, to: 80, staying: []).splices == [splice(0, 9, 0), splice(0, 0, 80)])
  }

  @Test
  func rowsOfAnotherListKeepTheirPlacesToo() {
    let other = LiveList((400..<2400).map { ShownOrder(id: $0, state: 1) })
    view.keptRows = [450..<460]
    let switching = SwitchingList(orders, other)
    let presenter = SplicePresenter(switching)
    view.show(presenter) { $0.state }
    switching.current = other
    presenter.flush()
    view.checkRows()
    #expect(view.violations.isEmpty)
    #expect(view.ids == Array(400..<2400))
    #expect(
      view.splices == [
        splice(0, 450, 0), splice(0, 0, 50), splice(60, 540, 0), splice(60, 0, 1940),
      ])
    #expect(view.updateCount == 10)
  }

  /// A row that is kept alone stays, and the rows that it passes are replaced.
  @Test
  func movedKeptRowStays() throws {
    view.keptRows = [100..<101]
    try orders.move(100, to: 800)
    expectAgreement()
    #expect(view.splices == [splice(100, 0, 700), splice(801, 700, 0)])
  }

  @Test
  func mostKeptRowsStayWhenTheyChangeTheirOrder() throws {
    view.keptRows = [100..<110]
    try orders.move(103, to: 107)
    expectAgreement()
    #expect(view.splices == [splice(103, 1, 0), splice(107, 0, 1)])
  }

  @Test
  func limitsDoNotApplyToKeptRows() {
    presenter.maximumSplices = 2
    view.keptRows = [0..<1000]
    for id in stride(from: 0, to: 1000, by: 100) { orders.remove(id) }
    expectAgreement()
    #expect(view.splices.count == 10)
    #expect(view.splices.allSatisfy { $0.removed == 1 && $0.inserted == 0 })
  }

  @Test
  func rangesAreRequestedOnceForChangesOfStructure() {
    let surface = CountingSurface()
    presenter.attach(to: surface)
    for id in [1, 3, 5] { orders.remove(id) }
    presenter.flush()
    #expect(surface.requests == 1 && surface.splices == [splice(1, 5, 2)])
    orders.update(7) { $0.state = 1 }
    presenter.flush()
    #expect(surface.requests == 1)
  }
}

/// A list that is replaced by another one.
private final class SwitchingList:
  ListReading, @unchecked Sendable  // guard: used on the main actor only
{
  var current: LiveList<ShownOrder>
  let changeSignal: ListChangeSignal

  init(_ first: LiveList<ShownOrder>, _ second: LiveList<ShownOrder>) {
    current = first
    changeSignal = second.changeSignal
  }

  func snapshot() -> ListSnapshot<ShownOrder> { current.snapshot() }
  func changes(since old: ListSnapshot<ShownOrder>) -> LiveList<ShownOrder>.Transition {
    ListTransition(from: old, to: current.snapshot())
  }
}

@MainActor
private final class CountingSurface: SpliceSurface {
  var requests = 0
  var splices: [ListSplice] = []

  var isReadyForChanges: Bool { true }
  var keptRows: [Range<Int>] {
    requests += 1
    return [900..<910]
  }
  func rowsChanged(_ splice: ListSplice) { splices.append(splice) }
  func rowsUpdated(at positions: [Int]) {}
}
