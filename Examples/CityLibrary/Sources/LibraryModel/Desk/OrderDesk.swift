package import Stagecraft
import Synchronization

/// The orders in three columns, which several desks edit.
package final class OrderDesk: Sendable {
  package let orders: TableList<Order>
  /// The orders in each state, in the order that the desks have given them.
  package let columns: [Order.State: FilteredList<Order>]
  private let undoable = Mutex<[[Order]]>([])

  init(_ orders: TableList<Order>) {
    self.orders = orders
    var columns: [Order.State: FilteredList<Order>] = [:]
    for state in Order.State.allCases {
      columns[state] = orders.list.filtered { $0.state == state }
    }
    self.columns = columns
  }

  /// Moves orders into a column, before one that is there, or to its end.
  package func move(
    _ ids: [Order.ID], to state: Order.State, before neighbour: Order.ID? = nil
  ) async throws {
    let before = ids.compactMap { orders.list.snapshot()[id: $0] }
    for id in ids where id != neighbour {
      let position = try orders.position(before: neighbour)
      try await orders.update(id) { order in
        order.state = state
        order.position = position
      }
    }
    undoable.withLock { $0.append(before) }
  }

  /// Hands orders to their readers.
  package func close(_ ids: [Order.ID]) async throws {
    let before = ids.compactMap { orders.list.snapshot()[id: $0] }
    try await orders.transaction { rows in for id in ids { rows.remove(id) } }
    undoable.withLock { $0.append(before) }
  }

  package var canUndo: Bool { undoable.withLock { !$0.isEmpty } }

  /// Brings back the state, the place and the existence of the orders before the last edit here,
  /// whatever other desks have done to other orders.
  package func undo() async throws {
    guard let before = undoable.withLock({ $0.popLast() }) else { return }
    try await orders.transaction { rows in
      for order in before {
        if rows[id: order.id] == nil {
          try rows.insert(order)
        } else {
          try rows.update(order.id) { row in
            row.state = order.state
            row.position = order.position
          }
        }
      }
    }
  }
}
