// Tables that replace those of a toolkit in tests.
// snippet.hide
import StagecraftLists
import StagecraftTestKit

struct Order: Identifiable, Sendable {
  var id: Int
  var title: String
}

func expect(_ condition: Bool) { precondition(condition) }

@MainActor
func testingTables(_ orders: LiveList<Order>, _ order: Order) {
  // snippet.show
  let table = FakeTable()
  let presenter = ListPresenter(orders)
  table.show(presenter) { $0.title }

  orders.remove(order.id)
  presenter.flush()
  table.checkRows()
  expect(table.violations.isEmpty)
  // snippet.hide
}

let orders = LiveList((0..<9).map { Order(id: $0, title: "Order \($0)") })
testingTables(orders, orders.snapshot()[3])
