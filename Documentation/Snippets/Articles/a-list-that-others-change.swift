// The locked array of textbooks, and its delegate.
// snippet.hide
import Dispatch
import Foundation

struct Order: Sendable { var id: Int }

@MainActor protocol OrderCacheDelegate: AnyObject, Sendable {
  func inserted(at index: Int)
  func removed(at index: Int)
}

// snippet.show
final class OrderCache: @unchecked Sendable {
  private let lock = NSLock()
  private var orders: [Order] = []
  weak var delegate: (any OrderCacheDelegate)?

  func insert(_ order: Order, at index: Int) {
    lock.withLock { orders.insert(order, at: index) }
    DispatchQueue.main.async { self.delegate?.inserted(at: index) }
  }

  func remove(at index: Int) {
    lock.withLock { _ = orders.remove(at: index) }
    DispatchQueue.main.async { self.delegate?.removed(at: index) }
  }

  var count: Int { lock.withLock { orders.count } }
  subscript(index: Int) -> Order { lock.withLock { orders[index] } }
}
// snippet.hide

let cache = OrderCache()
cache.insert(Order(id: 1), at: 0)
print(cache[0].id, cache.count)
cache.remove(at: 0)
