import StagecraftLists
import StagecraftScreens
import StagecraftUIKit
import UIKit

/// The orders at the desk, as they are at every moment.
///
/// Whoever edits the list, on whatever thread: the table follows. A row can be swiped away, and be
/// lifted and dropped elsewhere; meanwhile all changes wait.
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
      // The row may be gone by now, or the list shorter: then it goes where it belongs by itself.
      try? orders.move(order.id, to: target.row, origin: adapter.presenter.gestures)
    }
    adapter.letsDragRows = true
  }
}
