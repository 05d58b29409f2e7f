// Tables and list models that present a list.
// snippet.hide
import StagecraftLists

struct Order: Identifiable, Sendable {
  var id: Int
  var title: String
}

/// A stand-in for a toolkit's table.
@MainActor
final class ToolkitTable {
  var hasUncommittedUpdates = false
  var window: AnyObject?
  func performBatch(isAnimated: Bool, _ body: () -> Void) { body() }
  func deleteSections(_ sections: [Int]) {}
  func insertSections(_ sections: [Int]) {}
  func deleteRows(at paths: [RowPath]) {}
  func insertRows(at paths: [RowPath]) {}
  func moveRow(at source: RowPath, to target: RowPath) {}
  func reconfigureRows(at paths: [RowPath]) {}
  func reloadData() {}
}

@MainActor
final class TableAdapter {
  let table = ToolkitTable()
}

// snippet.show
extension TableAdapter: ListSurface {
  var isReadyForChanges: Bool { !table.hasUncommittedUpdates }
  var isInWindow: Bool { table.window != nil }

  func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void
  ) {
    table.performBatch(isAnimated: isAnimated) {
      switchRows()
      table.deleteSections(changes.sections.removals)
      table.insertSections(changes.sections.insertions)
      table.deleteRows(at: changes.removals)
      table.insertRows(at: changes.insertions)
      for move in changes.moves { table.moveRow(at: move.source, to: move.target) }
    }
  }

  func reconfigureRows(at paths: [RowPath]) { table.reconfigureRows(at: paths) }
  func reloadRows() { table.reloadData() }
}
// snippet.hide

@MainActor
func presentingTables(_ orders: LiveList<Order>, adapter: TableAdapter, path: RowPath) {
  let section = path.section
  // snippet.show
  let presenter = ListPresenter(orders)
  presenter.attach(to: adapter)

  // The table asks its adapter, and the adapter asks the presenter:
  let count = presenter.numberOfRows(inSection: section)
  let order = presenter.row(at: path)
  // snippet.hide
  precondition(count > 0 && order.id == presenter.rows[path.row].id)
}

@MainActor
func dragging(
  _ orders: LiveList<Order>, _ presenter: ListPresenter<ListSnapshot<Order>>, _ source: RowPath,
  _ target: RowPath
) throws {
  // snippet.show
  let order = presenter.row(at: source)
  presenter.surfaceMovedRow(from: source, to: target)
  try orders.move(order.id, to: target.row, origin: presenter.gestures)
  // snippet.hide
}
