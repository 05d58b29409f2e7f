import StagecraftLists
import StagecraftScreens
import StagecraftUIKit
import UIKit

/// A table that always shows the current orders.
///
/// The table follows edits from any thread. A row can be deleted with a swipe, and dragged to
/// another position; changes wait during the drag.
final class OrdersScreen: Screen<UIView> {
  private let orders: LiveList<Order>
  @ViewBound private var table: UITableView
  @ViewBound private var adapter: TableAdapter<ListSnapshot<Order>>

  init(_ orders: LiveList<Order>) {
    self.orders = orders
    super.init()
    title = "Orders"
  }

  override func loadView() -> UIView {
    table = UITableView(frame: .zero, style: .plain)
    return table
  }

  override func viewDidLoad() {
    adapter = TableAdapter(table, showing: ListPresenter(orders), as: OrderCell.self) {
      cell, order in cell.show(order)
    }
    adapter.register(
      LateOrderCell.self, for: { $0.state == .late },
      configure: { cell, order in cell.show(order) })
    adapter.onDelete = { [orders] order in _ = orders.remove(order.id) }
    adapter.onMove = { [orders, adapter] order, target in
      // The row may have been removed, or the list may be shorter: the table then corrects itself.
      try? orders.move(order.id, to: target.row, origin: adapter.presenter.gestures)
    }
    adapter.letsDragRows = true
  }
}
