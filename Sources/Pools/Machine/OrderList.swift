/// A list of orders that does not allocate while it holds at most one.
///
/// Nearly every event of a pool has no consequence or one: this keeps them free of allocations.
struct OrderList<Order> {
  private var first: Order?
  private var rest: [Order] = []

  init() {}

  var isEmpty: Bool { first == nil }

  mutating func append(_ order: Order) {
    if first == nil {
      first = order
    } else {
      rest.append(order)
    }
  }

  /// Calls `body` with each order, in the order in which they were given.
  func eachInTurn(_ body: (Order) -> Void) {
    guard let first else { return }
    body(first)
    for order in rest { body(order) }
  }

  /// The orders as an array.
  var all: [Order] {
    var orders: [Order] = []
    eachInTurn { orders.append($0) }
    return orders
  }
}
