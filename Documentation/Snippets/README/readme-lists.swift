// A list that any thread edits and a table shows.
import Stagecraft

// snippet.hide
struct Order: Identifiable, Sendable {
  enum State { case asked, ready }
  let id: Int
  var state = State.asked
}

@MainActor
final class Table {
  func show(_ transition: LiveList<Order>.Transition) { print("\(transition.new.count) orders.") }
}

@MainActor
func show(_ order: Order, in table: Table) throws {
  // snippet.show
  let orders = LiveList<Order>()
  try orders.append(order)  // on any thread
  orders.update(order.id) { $0.state = .ready }

  let observation = orders.observe { transition in  // on the main actor, with the exact changes
    table.show(transition)
  }
  // snippet.hide
  observation.cancel()
}

try show(Order(id: 1), in: Table())
