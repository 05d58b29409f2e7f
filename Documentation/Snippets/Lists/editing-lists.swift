// Edits of a list, one row at a time.
// snippet.hide
import StagecraftLists

struct Order: Identifiable, Sendable {
  enum State { case placed, ready, closed }

  var id: Int
  var title: String
  var state = State.placed
}

func edit(_ orders: LiveList<Order>, downloaded: [Order]) throws {
  let order = Order(id: 1, title: "Momo")
  let urgent = Order(id: 2, title: "Krabat")
  let next = Order(id: 3, title: "Heidi")
  let corrected = Order(id: 1, title: "Momo, 2nd edition")
  try orders.append(Order(id: 4, title: "Emil"))
  // snippet.show
  try orders.append(order)
  try orders.insert(urgent, at: 0)
  try orders.insert(next, before: order.id)
  orders.upsert(corrected)  // replaces the row with its id, or appends it
  orders.update(order.id) { $0.state = .ready }
  try orders.move(order.id, after: next.id)
  let gone = orders.remove(order.id)
  orders.removeAll { $0.state == .closed }
  let rejected = orders.replaceAll(with: downloaded)
  // snippet.hide
  precondition(gone?.title == corrected.title && rejected.isEmpty)
}

let orders = LiveList<Order>()
try edit(orders, downloaded: [Order(id: 5, title: "Ronja")])
precondition(orders.snapshot().map(\.title) == ["Ronja"])
