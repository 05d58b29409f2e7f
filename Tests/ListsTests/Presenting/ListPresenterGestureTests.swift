import StagecraftTestKit
import Testing

@testable import StagecraftLists

/// Edits that the user makes on the screen, which shows them before the list contains them.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct ListPresenterGestureTests {
  private let orders = LiveList((0..<5).map { ShownOrder(id: $0) })
  private let presenter: ListPresenter<ListSnapshot<ShownOrder>>
  private let table = FakeTable()
  private let presentations = Presentations()

  init() {
    presenter = ListPresenter(orders)
    presenter.onPresentation = { [presentations] in presentations.add($0) }
    table.show(presenter) { $0.state }
  }

  /// The user drags a row, and the table shows it there.
  private func drag(_ source: Int, to target: Int) {
    table.dragRow(at: at(0, source), to: at(0, target)) { [presenter] in
      presenter.surfaceMovedRow(from: at(0, source), to: at(0, target))
    }
  }

  private func expectAgreement(_ ids: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    table.checkRows()
    #expect(table.violations.isEmpty, sourceLocation: sourceLocation)
    #expect(table.ids == [ids], sourceLocation: sourceLocation)
  }

  @Test
  func editsOfTheUserAreNotAnimated() {
    orders.remove(0, origin: presenter.gestures)
    presenter.flush()
    #expect(presentations.all.last == .batch(changes: 1, updates: 0, isAnimated: false))
    // If other threads have edited as well, those edits must be visible.
    orders.remove(1, origin: presenter.gestures)
    orders.remove(2)
    presenter.flush()
    #expect(presentations.all.last == .batch(changes: 2, updates: 0, isAnimated: true))
    expectAgreement([3, 4])
  }

  @Test
  func editsShownByTheTableAreNotPresented() throws {
    drag(0, to: 2)
    expectAgreement([1, 2, 0, 3, 4])
    #expect(presenter.row(at: at(0, 2)).id == 0)
    try orders.move(0, to: 2, origin: presenter.gestures)
    #expect(presenter.flush())
    expectAgreement([1, 2, 0, 3, 4])
    #expect(table.batchCount == 0 && table.reloadCount == 1)
    #expect(presenter.rows.map(\.id) == [1, 2, 0, 3, 4])
  }

  @Test
  func editsOfOthersDuringAGestureArePresented() throws {
    orders.remove(3)
    drag(0, to: 2)
    try orders.append(ShownOrder(id: 9))
    try orders.move(0, after: 2, origin: presenter.gestures)
    presenter.flush()
    #expect(presentations.all.last == .batch(changes: 2, updates: 0, isAnimated: true))
    expectAgreement([1, 2, 0, 4, 9])
  }

  @Test
  func refusedMoveIsReverted() async {
    drag(0, to: 4)
    expectAgreement([1, 2, 3, 4, 0])
    #expect(await presentations.next() == .batch(changes: 1, updates: 0, isAnimated: true))
    expectAgreement([0, 1, 2, 3, 4])
  }

  @Test
  func secondDragBeforeTheNextTurnIsAccepted() throws {
    drag(0, to: 4)
    drag(0, to: 1)
    expectAgreement([2, 1, 3, 4, 0])
    #expect(presenter.row(at: at(0, 0)).id == 2)
    try orders.move(0, to: 4)
    try orders.move(1, to: 1)
    presenter.flush()
    expectAgreement([2, 1, 3, 4, 0])
    #expect(table.batchCount == 0)
  }

  /// Until the next turn, the presenter's rows are in the positions after both drags.
  @Test
  func secondDragBetweenSectionsIsAccepted() throws {
    self.presenter.detach()
    let byState = orders.grouped(by: \.state)
    orders.update(4) { $0.state = 1 }
    let presenter = ListPresenter(byState)
    table.show(presenter) { $0.state }
    func drag(_ source: RowPath, to target: RowPath) {
      table.dragRow(at: source, to: target) { presenter.surfaceMovedRow(from: source, to: target) }
    }
    drag(at(0, 1), to: at(1, 0))
    drag(at(1, 1), to: at(0, 0))
    drag(at(0, 3), to: at(1, 1))
    table.checkRows()
    #expect(table.violations.isEmpty && table.ids == [[4, 0, 2], [1, 3]])
    #expect(presenter.numberOfRows(inSection: 0) == 3 && presenter.row(at: at(1, 1)).id == 3)
    orders.update(1) { $0.state = 1 }
    presenter.flush()
    table.checkRows()
    #expect(table.violations.isEmpty && table.ids == [[0, 2, 3], [1, 4]])
  }

  @Test
  func draggedRowIsReplacedByAReset() {
    drag(0, to: 4)
    orders.replaceAll(with: (10..<1000).map { ShownOrder(id: $0) })
    presenter.flush()
    expectAgreement(Array(10..<1000))
  }

  @Test
  func dragFromOrToAPositionOutOfRangeTraps() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let presenter = ListPresenter(LiveList([ShownOrder(id: 0)]))
        presenter.surfaceMovedRow(from: at(0, 1), to: at(0, 0))
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let presenter = ListPresenter(LiveList([ShownOrder(id: 0)]))
        presenter.surfaceMovedRow(from: at(0, 0), to: at(0, 1))
      }
    }
  }
}
