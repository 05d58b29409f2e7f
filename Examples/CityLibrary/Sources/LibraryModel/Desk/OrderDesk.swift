package import Stagecraft
import Synchronization

/// The orders in three columns, which several desks edit.
package final class OrderDesk: Sendable {
  package let orders: TableList<Order>
  /// The orders in each state, in the order that the desks have given them.
  package let columns: [Order.State: FilteredList<Order>]
  /// An edit of this desk, by its number.
  package typealias Edit = Int

  private let undoable = Mutex<(last: Edit, edits: [(edit: Edit, before: [Order])])>((0, []))

  init(_ orders: TableList<Order>) {
    self.orders = orders
    var columns: [Order.State: FilteredList<Order>] = [:]
    for state in Order.State.allCases {
      columns[state] = orders.list.filtered { $0.state == state }
    }
    self.columns = columns
  }

  /// Moves orders into a column, before one that is there, or to its end.
  ///
  /// - Parameters:
  ///   - ids: The orders; those that are gone are left out.
  ///   - state: The column.
  ///   - neighbour: The order before which they are placed.
  /// - Returns: What ``undo(_:)`` takes back.
  /// - Throws: An error of the table; what was moved before can be undone.
  @discardableResult
  package func move(
    _ ids: [Order.ID], to state: Order.State, before neighbour: Order.ID? = nil
  ) async throws -> Edit {
    let old = orders.list.snapshot()
    var moved: [Order] = []
    do {
      for id in ids where id != neighbour {
        guard old.contains(id: id) else { continue }
        let position = try orders.position(before: neighbour)
        // What the table has, which may be newer than the list.
        var before: Order?
        do {
          try await orders.update(id) { order in
            before = order
            order.state = state
            order.position = position
          }
          if let before { moved.append(before) }
        } catch let error as TableError where error.code == .key {
          // Another desk has closed it.
        }
      }
    } catch {
      note(moved)
      throw error
    }
    return note(moved)
  }

  /// Moves orders by one place in their column, next to each other; nothing happens at its end.
  ///
  /// - Returns: The place of the first of them, counted from 1; nil if none has moved.
  package func step(_ ids: [Order.ID], in state: Order.State, isUp: Bool) async throws -> Int? {
    guard let rows = columns[state]?.snapshot() else { return nil }
    let places = rows.indices.filter { ids.contains(rows[$0].id) }
    guard let first = places.first, let last = places.last else { return nil }
    let next = isUp ? first - 1 : last + 2
    guard next >= 0, next <= rows.count else { return nil }
    let neighbour = next < rows.count ? rows[next].id : nil
    try await move(places.map { rows[$0].id }, to: state, before: neighbour)
    return isUp ? first : last + 3 - places.count
  }

  /// Hands orders to their readers.
  @discardableResult
  package func close(_ ids: [Order.ID]) async throws -> Edit {
    note(try await orders.transaction { rows in ids.compactMap { rows.remove($0) } })
  }

  @discardableResult
  private func note(_ before: [Order]) -> Edit {
    undoable.withLock { undoable in
      undoable.last += 1
      if !before.isEmpty { undoable.edits.append((undoable.last, before)) }
      return undoable.last
    }
  }

  package var canUndo: Bool { undoable.withLock { !$0.edits.isEmpty } }

  /// Brings back the state, the place and the existence of the orders before an edit here, the last
  /// one unless given; edits of other orders by other desks stay.
  package func undo(_ edit: Edit? = nil) async throws {
    let undone = undoable.withLock { undoable in
      undoable.edits.lastIndex { $0.edit == edit ?? $0.edit }.map { undoable.edits.remove(at: $0) }
    }
    guard let undone else { return }
    do {
      try await orders.transaction { rows in
        for order in undone.before {
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
    } catch {
      undoable.withLock { $0.edits.append(undone) }
      throw error
    }
  }
}
