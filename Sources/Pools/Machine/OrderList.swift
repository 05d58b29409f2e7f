/// A list of orders that does not allocate while it holds at most one.
///
/// Nearly every event of a pool has no consequence or one: this keeps them free of allocations.
/// Orders that may run a user's code come after all others, however early they were given: a
/// waiter that is to be woken does not wait for a slow hook.
struct OrderList<Order> {
  private var first: Order?
  /// Whether `first` is one of those that come last.
  private var firstIsLast = false
  // Nil and not empty: an empty array is counted as a reference wherever the list goes.
  private var rest: [Order]?
  private var last: [Order]?

  init() {}

  var isEmpty: Bool { first == nil }

  mutating func append(_ order: Order) {
    if let first, firstIsLast {
      last = [first] + (last ?? [])
      self.first = order
      firstIsLast = false
    } else if first == nil {
      first = order
    } else {
      if rest == nil { rest = [] }
      rest?.append(order)
    }
  }

  /// Adds an order that may run a user's code.
  mutating func appendLast(_ order: Order) {
    if first == nil {
      first = order
      firstIsLast = true
    } else {
      if last == nil { last = [] }
      last?.append(order)
    }
  }

  /// The order, if it is the only one.
  var only: Order? { rest == nil && last == nil ? first : nil }

  /// Calls `body` with each order: first those of ``append(_:)``, then those of
  /// ``appendLast(_:)``, each in the order in which they were given.
  func eachInTurn(_ body: (Order) -> Void) {
    guard let first else { return }
    body(first)
    if let rest { for order in rest { body(order) } }
    if let last { for order in last { body(order) } }
  }

  /// The orders as an array.
  var all: [Order] {
    var orders: [Order] = []
    eachInTurn { orders.append($0) }
    return orders
  }
}
