/// A list of actions that does not allocate while it holds at most one.
///
/// Nearly every event of a pool results in at most one action, and so does not allocate. Actions
/// that may run user code come after all others, whenever they were added: a waiter that is to be
/// woken does not wait for a slow hook.
struct OrderList<Order> {
  private var first: Order?
  /// Whether `first` is an action that comes last.
  private var firstIsLast = false
  // Nil, not empty: an empty array is reference-counted wherever the list is passed.
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

  /// Adds an action that may run user code.
  mutating func appendLast(_ order: Order) {
    if first == nil {
      first = order
      firstIsLast = true
    } else {
      if last == nil { last = [] }
      last?.append(order)
    }
  }

  /// The action, if it is the only one.
  var only: Order? { rest == nil && last == nil ? first : nil }

  /// Calls `body` with each action: first those of ``append(_:)``, then those of
  /// ``appendLast(_:)``, each in the order in which they were added.
  func eachInTurn(_ body: (Order) -> Void) {
    guard let first else { return }
    body(first)
    if let rest { for order in rest { body(order) } }
    if let last { for order in last { body(order) } }
  }

  /// The actions as an array.
  var all: [Order] {
    var orders: [Order] = []
    eachInTurn { orders.append($0) }
    return orders
  }
}
