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

@MainActor
final class Wrapper {
  func notify() {}
}

@MainActor
final class OrderModel {
  let presenter: SplicePresenter<Order>
  var visibleRows = 0..<0

  init(_ presenter: SplicePresenter<Order>) {
    self.presenter = presenter
  }

  func emitItemsChanged(_ position: Int, _ removed: Int, _ added: Int) {}
  func wrapper(for order: Order) -> Wrapper { Wrapper() }
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

extension OrderModel: SpliceSurface {
  var isReadyForChanges: Bool { true }
  var keptRows: [Range<Int>] { [visibleRows] }
  func rowsChanged(_ splice: ListSplice) {
    emitItemsChanged(splice.position, splice.removed, splice.inserted)
  }
  func rowsUpdated(at positions: [Int]) {
    for position in positions { wrapper(for: presenter.row(at: position)).notify() }
  }
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
func presentingModels(_ orders: LiveList<Order>, position: Int) {
  // snippet.show
  let presenter = SplicePresenter(orders)
  let model = OrderModel(presenter)
  presenter.attach(to: model)

  // The toolkit asks the model, and the model asks the presenter:
  _ = presenter.count
  _ = presenter.row(at: position)
  // snippet.hide
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
