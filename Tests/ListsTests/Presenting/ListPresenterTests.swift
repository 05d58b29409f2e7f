import StagecraftTestKit
import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct ListPresenterTests {
  private let orders = LiveList((0..<5).map { ShownOrder(id: $0) })
  private let presenter: ListPresenter<ListSnapshot<ShownOrder>>
  private let table = FakeTable()
  private let presentations = Presentations()

  init() {
    presenter = ListPresenter(orders)
    presenter.onPresentation = { [presentations] in presentations.add($0) }
    table.show(presenter) { $0.state }
  }

  private func expectAgreement(_ ids: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    table.checkRows()
    #expect(table.violations.isEmpty, sourceLocation: sourceLocation)
    #expect(table.ids == [ids], sourceLocation: sourceLocation)
    #expect(presenter.rows.map(\.id) == ids, sourceLocation: sourceLocation)
  }

  @Test
  func attachingReloads() {
    expectAgreement([0, 1, 2, 3, 4])
    #expect(presentations.all == [.reload(.attached)])
    #expect(table.reloadCount == 1 && table.batchCount == 0)
    #expect(presenter.numberOfSections == 1)
    #expect(presenter.numberOfRows(inSection: 0) == 5)
    #expect(presenter.row(at: at(0, 2)).id == 2)
  }

  @Test
  func editsOfATurnAreOneBatch() async throws {
    try orders.remove(at: 0)
    try orders.append(ShownOrder(id: 7))
    try orders.move(3, to: 0)
    orders.update(2) { $0.state = 1 }
    // Changes are presented after the current turn.
    expectAgreement([0, 1, 2, 3, 4])
    #expect(await presentations.next() == .batch(changes: 3, updates: 1, isAnimated: true))
    expectAgreement([3, 1, 2, 4, 7])
    #expect(table.batchCount == 1 && table.reconfigurationCount == 1)
    #expect(presentations.all.count == 2)
  }

  @Test
  func updatesAloneNeedNoBatch() async {
    orders.update(2) { $0.state = 1 }
    #expect(await presentations.next() == .updates(1))
    expectAgreement([0, 1, 2, 3, 4])
    #expect(table.batchCount == 0)
  }

  @Test
  func editsThatCancelEachOtherOutAreNotPresented() throws {
    try orders.append(ShownOrder(id: 7))
    orders.remove(7)
    #expect(presenter.flush())
    #expect(presentations.all.count == 1)
    // Only the newest version is kept.
    #expect(presenter.rows.isIdentical(to: orders.snapshot()))
  }

  @Test
  func editsOfOtherThreadsArePresented() async throws {
    let orders = orders
    await Task.detached { _ = orders.remove(0) }.value
    _ = await presentations.next()
    expectAgreement([1, 2, 3, 4])
  }

  @Test
  func flushPresentsAllChangesNow() throws {
    try orders.remove(at: 4)
    #expect(presenter.flush())
    expectAgreement([0, 1, 2, 3])
    #expect(presentations.all.last == .batch(changes: 1, updates: 0, isAnimated: true))
    orders.remove(0)
    presenter.flush(isAnimated: false)
    #expect(presentations.all.last == .batch(changes: 1, updates: 0, isAnimated: false))
    #expect(table.animatedBatchCount == 1)
  }

  @Test
  func moreChangesThanTheLimitAreAReload() throws {
    presenter.maximumBatch = 2
    for id in [0, 1] { orders.remove(id) }
    presenter.flush()
    #expect(presentations.all.last == .batch(changes: 2, updates: 0, isAnimated: true))
    for id in 10..<13 { try orders.append(ShownOrder(id: id)) }
    presenter.flush()
    #expect(presentations.all.last == .reload(.tooManyChanges(3)))
    expectAgreement([2, 3, 4, 10, 11, 12])
    presenter.maximumUpdates = 1
    for id in 10..<13 { orders.update(id) { $0.state = 2 } }
    presenter.flush()
    #expect(presentations.all.last == .reload(.tooManyChanges(3)))
    expectAgreement([2, 3, 4, 10, 11, 12])
  }

  @Test
  func replacingAllRowsIsAReload() {
    orders.replaceAll(with: (100..<1000).map { ShownOrder(id: $0) })
    presenter.flush()
    guard case .reload = presentations.all.last else {
      Issue.record("It was \(presentations.all).")
      return
    }
    expectAgreement(Array(100..<1000))
  }

  @Test
  func tableWithoutAWindowReloads() {
    table.isInWindow = false
    orders.remove(0)
    presenter.flush()
    #expect(presentations.all.last == .reload(.noWindow))
    expectAgreement([1, 2, 3, 4])
  }

  @Test
  func changesWaitForTheEndOfADrag() {
    table.isDragging = true
    orders.remove(0)
    #expect(!presenter.flush())
    #expect(presenter.hasPendingChanges)
    #expect(presentations.all.last == .postponed)
    orders.remove(1)
    #expect(table.ids == [[0, 1, 2, 3, 4]] && presenter.rows.count == 5)

    table.isDragging = false
    presenter.surfaceBecameReady()
    #expect(presentations.all.last == .batch(changes: 2, updates: 0, isAnimated: true))
    #expect(!presenter.hasPendingChanges)
    expectAgreement([2, 3, 4])
    // A repeated call has no effect.
    presenter.surfaceBecameReady()
    #expect(presentations.all.count == 3)
  }

  @Test
  func waitingChangesArePresentedWithTheNextOne() async {
    table.isDragging = true
    orders.remove(0)
    #expect(await presentations.next() == .postponed)
    table.isDragging = false
    orders.remove(1)
    #expect(await presentations.next() == .batch(changes: 2, updates: 0, isAnimated: true))
    expectAgreement([2, 3, 4])
  }

  @Test
  func editDuringACallOfTheTableIsPresentedInTheNextTurn() async throws {
    var isFirst = true
    let source = CallingSource(presenter) { [orders, presenter] in
      guard isFirst else { return }
      isFirst = false
      orders.remove(4)
      #expect(!presenter.flush())
    }
    table.dataSource = source
    var shown: [[Int]] = []
    presenter.onPresentation = { [presentations, table] presentation in
      shown += table.ids
      presentations.add(presentation)
    }
    try orders.append(ShownOrder(id: 7))
    #expect(await presentations.next() == .batch(changes: 1, updates: 0, isAnimated: true))
    #expect(await presentations.next() == .batch(changes: 1, updates: 0, isAnimated: true))
    presenter.onPresentation = nil
    #expect(shown == [[0, 1, 2, 3, 4, 7], [0, 1, 2, 3, 7]])
    expectAgreement([0, 1, 2, 3, 7])
    withExtendedLifetime(source) {}
  }

  @Test
  func editDuringTheReportIsPresentedInTheNextTurn() async {
    var isFirst = true
    presenter.onPresentation = { [orders, presentations] presentation in
      presentations.add(presentation)
      guard isFirst else { return }
      isFirst = false
      orders.remove(4)
    }
    orders.remove(0)
    _ = await presentations.next()
    _ = await presentations.next()
    expectAgreement([1, 2, 3])
  }

  @Test
  func surfaceThatDoesNotReplaceItsRowsReloads() {
    let surface = LazySurface()
    presenter.attach(to: surface)
    orders.remove(0)
    presenter.flush()
    #expect(presentations.all.last == .reload(.rowsNotSwitched))
    #expect(surface.reloadCount == 2)
    #expect(presenter.rows.map(\.id) == [1, 2, 3, 4])
  }

  @Test
  func detachedSurfaceReceivesNothing() {
    presenter.detach()
    orders.remove(0)
    #expect(presenter.flush())
    #expect(presenter.rows.count == 4)
    #expect(table.ids == [[0, 1, 2, 3, 4]] && table.batchCount == 0)
    presenter.attach(to: table)
    expectAgreement([1, 2, 3, 4])
  }

  /// Another screen is opened during a call of the table.
  @Test
  func otherSurfaceMayBeAttachedDuringACall() {
    let other = FakeTable()
    var isFirst = true
    let source = CallingSource(presenter) { [presenter, orders] in
      guard isFirst else { return }
      isFirst = false
      orders.remove(4)
      other.show(presenter) { $0.state }
    }
    table.dataSource = source
    orders.update(0) { $0.state = 1 }
    presenter.flush()
    other.checkRows()
    #expect(other.ids == [[0, 1, 2, 3]] && other.violations.isEmpty)
    withExtendedLifetime(source) {}
  }

  /// The updates of a batch are separate calls, which follow it.
  @Test(arguments: [false, true])
  func surfaceDetachedDuringABatchReceivesNothingMore(comesBack: Bool) {
    let surface = LazySurface()
    presenter.attach(to: surface)
    surface.onBatch = { [presenter, orders] switchRows in
      surface.onBatch = nil
      presenter.detach()
      orders.remove(1)
      if comesBack { presenter.attach(to: surface) }
      switchRows()
    }
    orders.remove(0)
    orders.update(4) { $0.state = 1 }
    presenter.flush()
    #expect(surface.reconfigured.isEmpty && surface.reloadCount == (comesBack ? 2 : 1))
    #expect(presenter.rows.map(\.id) == (comesBack ? [2, 3, 4] : [0, 1, 2, 3, 4]))
    #expect(presenter.flush() && presenter.rows.map(\.id) == [2, 3, 4])
  }

  @Test
  func presenterKeepsItsCadence() async {
    let presenter = ListPresenter(orders, cadence: .manual)
    table.show(presenter) { $0.state }
    orders.remove(0)
    #expect(table.ids == [[0, 1, 2, 3, 4]])
    presenter.flush()
    #expect(table.ids == [[1, 2, 3, 4]])
  }
}

/// Collects a presenter's presentations, and waits for the next one.
@MainActor
final class Presentations {
  private(set) var all: [ListPresentation] = []
  private var seen = 0
  private var waiter: CheckedContinuation<Void, Never>?

  func add(_ presentation: ListPresentation) {
    all.append(presentation)
    // The attachment is not a presentation.
    if presentation == .reload(.attached) { seen = all.count }
    waiter?.resume()
    waiter = nil
  }

  /// Returns the first presentation that was not returned yet.
  func next() async -> ListPresentation {
    if seen == all.count { await withCheckedContinuation { waiter = $0 } }
    defer { seen += 1 }
    return all[seen]
  }
}

/// Calls a closure whenever a cell is requested.
@MainActor
final class CallingSource: FakeTableDataSource {
  private let presenter: ListPresenter<ListSnapshot<ShownOrder>>
  private let onCell: () -> Void

  init(_ presenter: ListPresenter<ListSnapshot<ShownOrder>>, onCell: @escaping () -> Void) {
    self.presenter = presenter
    self.onCell = onCell
  }

  var numberOfSections: Int { presenter.numberOfSections }
  func numberOfRows(inSection section: Int) -> Int { presenter.numberOfRows(inSection: section) }

  func cell(at path: RowPath) -> FakeCell {
    let order = presenter.row(at: path)
    onCell()
    return FakeCell(id: order.id, content: order.state)
  }
}

/// A surface that does not replace its rows.
@MainActor
private final class LazySurface: ListSurface {
  var reloadCount = 0
  var reconfigured: [RowPath] = []
  var onBatch: ((_ switchRows: () -> Void) -> Void)?
  var isReadyForChanges: Bool { true }
  var isInWindow: Bool { true }

  func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void
  ) { onBatch?(switchRows) }

  func reconfigureRows(at paths: [RowPath]) { reconfigured += paths }
  func reloadRows() { reloadCount += 1 }
}
