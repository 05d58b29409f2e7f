internal import Foundation
internal import StagecraftLists

/// A ``LiveList``.
final class LiveDesk<Order: LibraryOrder>: Desk {
  let list: LiveList<Order>
  private(set) var shown: ListSnapshot<Order>
  var numbers = Numbers()
  var next: Int

  init(_ orders: [Order]) {
    list = LiveList(orders)
    shown = list.snapshot()
    next = orders.count
  }

  var count: Int { shown.count }

  func advance(at position: Int) {
    list.update(at: position) { $0 = $0.advanced }
    shown = list.snapshot()
  }

  func advance(_ id: UUID) {
    list.update(id) { $0 = $0.advanced }
    shown = list.snapshot()
  }

  func insert(_ order: Order, at position: Int) {
    try? list.insert(order, at: position)
    shown = list.snapshot()
  }

  func move(_ id: UUID, from position: Int, to target: Int) {
    try? list.move(id, to: target)
    shown = list.snapshot()
  }

  func remove(at position: Int) -> Order {
    guard let order = try? list.remove(at: position) else { preconditionFailure("No such order.") }
    shown = list.snapshot()
    return order
  }

  func id(at position: Int) -> UUID { shown[position].id }
}
