import StagecraftLists
import StagecraftTestKit
import Testing

/// Violations of the rules are detected.
@Suite
@MainActor
struct FakeListViewTests {
  private final class Model {
    var rows = [0, 1, 2, 3].map { ShownOrder(id: $0) }
    var onCell: (() -> Void)?
  }

  private let model = Model()
  private let view = FakeListView()

  init() {
    let model = model
    func cell(at position: Int) -> FakeCell {
      model.onCell?()
      return FakeCell(id: model.rows[position].id, content: model.rows[position].state)
    }
    view.show(count: { model.rows.count }, cell: cell)
  }

  private func splice(_ position: Int, _ removed: Int, _ inserted: Int) -> ListSplice {
    ListSplice(position: position, removed: removed, inserted: inserted)
  }

  @Test
  func correctSplicesAreAccepted() {
    model.rows.replaceSubrange(1..<3, with: [ShownOrder(id: 7)])
    view.rowsChanged(splice(1, 2, 1))
    model.rows[0].state = 3
    view.rowsUpdated(at: [0])
    view.checkRows()
    #expect(view.violations.isEmpty)
    #expect(view.ids == [0, 7, 3])
    #expect(view.splices == [splice(1, 2, 1)] && view.updateCount == 1)
    #expect(view.rowRequestCount == 4 + 1 + 1)
  }

  @Test
  func unchangedModelIsDetected() {
    view.rowsChanged(splice(0, 1, 0))
    #expect(view.broken == [.countsAgree])
    #expect(view.violations.first?.description == "3 rows were announced, the model has 4.")
    // After a violation it shows the current rows.
    #expect(view.ids == [0, 1, 2, 3])
  }

  @Test
  func modelAheadOfTheAnnouncementsIsDetected() {
    model.rows.remove(at: 3)
    model.rows.remove(at: 0)
    view.rowsChanged(splice(0, 1, 0))
    #expect(view.broken == [.countsAgree])
  }

  @Test
  func rowsOtherThanAnnouncedAreDetected() {
    model.rows.remove(at: 1)
    view.rowsChanged(splice(0, 1, 0))
    #expect(view.broken == [.rowsAgree])
    #expect(view.violations.first?.description == "Row 0 shows 1 (0), the model has 0 (0).")
  }

  @Test
  func insertionsMissingFromTheModelAreDetected() {
    view.rowsChanged(splice(4, 0, 3))
    #expect(view.broken == [.countsAgree, .countsAgree] || view.broken == [.countsAgree])
    #expect(view.ids == [0, 1, 2, 3])
  }

  @Test
  func positionsOutOfRangeAreDetected() {
    view.rowsChanged(splice(4, 1, 1))
    view.rowsChanged(splice(-1, 0, 0))
    view.rowsChanged(splice(0, -1, 0))
    view.rowsChanged(splice(0, 5, 5))
    view.rowsUpdated(at: [4])
    #expect(view.broken == Array(repeating: .positionsExist, count: 5))
  }

  @Test
  func unreportedUpdatesAreDetected() {
    model.rows[2].state = 1
    view.checkRows()
    #expect(view.broken == [.rowsAgree])
    model.rows[2] = ShownOrder(id: 9)
    view.rowsUpdated(at: [2])
    #expect(view.broken == [.rowsAgree, .rowsAgree])
  }

  @Test
  func announcementsDuringACallOfTheViewAreDetected() {
    var isFirst = true
    model.onCell = { [view] in
      guard isFirst else { return }
      isFirst = false
      view.rowsChanged(ListSplice(position: 0, removed: 0, inserted: 0))
    }
    view.checkRows()
    model.onCell = nil
    #expect(view.broken == [.oneAtATime])
  }

  @Test
  func announcementsWhileNotReadyAreDetected() {
    view.isReadyForChanges = false
    view.rowsChanged(splice(0, 0, 0))
    view.rowsUpdated(at: [])
    #expect(view.broken == [.onlyWhenReady, .onlyWhenReady])
  }
}
