internal import Stagecraft
internal import StagecraftTestKit

/// Edits that the user makes with a finger on the screen, and edits of others.
@MainActor
struct OwnEdits {
  struct Report: Sendable {
    /// How many batches the table performed for an edit, and how many of them were animated.
    struct Batches: Hashable, Sendable {
      var all = 0
      var animated = 0
    }

    /// For an edit of the user's.
    var own = Batches()
    /// For an edit of somebody else's.
    var others = Batches()
    /// For both at once.
    var both = Batches()
    /// Whether the edit of another waited while the user dragged a row.
    var waited = false
    /// Whether the list took the row to where the user had dropped it.
    var wasMoved = false
    /// For a row that the user has dragged, and the other's edit that had to wait.
    var drag = Batches()
    /// Whether the table then had the rows of the list.
    var isRight = false
    var violations: [FakeTableViolation] = []
  }

  let orders: Int

  func run() throws -> Report {
    var slips = OrderSlips(seed: 32)
    let list = LiveList(slips.next(orders))
    let table = FakeTable()
    let presenter = ListPresenter(list)
    table.show(presenter) { $0 }
    func batches(_ body: () throws -> Void) rethrows -> Report.Batches {
      let before = (table.batchCount, table.animatedBatchCount)
      try body()
      return Report.Batches(
        all: table.batchCount - before.0, animated: table.animatedBatchCount - before.1)
    }

    var report = Report()
    report.own = try batches {
      try list.remove(at: 3, origin: presenter.gestures)
      presenter.flush()
    }
    report.others = try batches {
      try list.remove(at: 5)
      presenter.flush()
    }
    report.both = try batches {
      try list.remove(at: 1, origin: presenter.gestures)
      try list.append(slips.next())
      presenter.flush()
    }
    report.drag = try batches {
      // The user holds a row while somebody else takes another one away.
      table.isDragging = true
      try list.remove(at: 0)
      report.waited = !presenter.flush()
      table.isDragging = false
      let (source, target) = (RowPath(section: 0, row: 2), RowPath(section: 0, row: 6))
      let id = presenter.row(at: source).id
      table.dragRow(at: source, to: target) {
        presenter.surfaceMovedRow(from: source, to: target)
        let neighbour = presenter.row(at: RowPath(section: 0, row: target.row + 1)).id
        report.wasMoved = (try? list.move(id, before: neighbour, origin: presenter.gestures)) != nil
      }
      presenter.surfaceBecameReady()
    }
    table.checkRows()
    report.isRight = table.cells.joined().map(\.content) == list.snapshot().map { $0 }
    report.violations = table.violations
    return report
  }
}
