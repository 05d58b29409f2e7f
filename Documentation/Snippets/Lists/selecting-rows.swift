// The rows that the user has selected.
// snippet.hide
import StagecraftLists

struct Order: Identifiable, Sendable {
  var id: Int
  var title: String
}

@MainActor final class Table {
  func reconfigure(_ ids: Set<Int>) {}
}

@MainActor
func select(_ orders: LiveList<Order>, _ order: Order, _ table: Table) {
  // snippet.show
  let selection = ListSelection(in: orders)
  selection.onChange = { ids in table.reconfigure(ids) }
  selection.toggle(order.id)
  for order in selection.rows { print(order.title) }
  // snippet.hide
}

let order = Order(id: 1, title: "Momo")
select(LiveList([order]), order, Table())
