internal import Foundation

/// An array, which is copied by the first edit after each snapshot.
final class ArrayDesk<Order: LibraryOrder>: Desk {
  private var orders: [Order]
  private(set) var shown: [Order]
  var numbers = Numbers()
  var next: Int

  init(_ orders: [Order]) {
    self.orders = orders
    shown = orders
    next = orders.count
  }

  var count: Int { orders.count }

  func advance(at position: Int) {
    orders[position] = orders[position].advanced
    shown = orders
  }

  func advance(_ id: UUID) {
    guard let position = orders.firstIndex(where: { $0.id == id }) else { return }
    advance(at: position)
  }

  func insert(_ order: Order, at position: Int) {
    orders.insert(order, at: position)
    shown = orders
  }

  func move(_ id: UUID, from position: Int, to target: Int) {
    orders.insert(orders.remove(at: position), at: target)
    shown = orders
  }

  func remove(at position: Int) -> Order {
    let order = orders.remove(at: position)
    shown = orders
    return order
  }

  func id(at position: Int) -> UUID { orders[position].id }
}
