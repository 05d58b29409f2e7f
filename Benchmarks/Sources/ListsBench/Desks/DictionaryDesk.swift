internal import Foundation

/// A dictionary by id, which is copied by the first edit after each snapshot, and has no order.
final class DictionaryDesk<Order: LibraryOrder> {
  private var orders: [UUID: Order]
  private var shown: [UUID: Order]
  private var numbers = Numbers()

  init(_ orders: [Order]) {
    self.orders = Dictionary(orders.map { ($0.id, $0) }) { first, _ in first }
    shown = self.orders
  }

  @inline(__always)
  func advanceIDs(_ times: Int) {
    let count = orders.count
    for _ in 0..<times {
      let id = UUID(number: numbers.below(count))
      if let order = orders[id] { orders[id] = order.advanced }
      shown = orders
    }
  }
}
