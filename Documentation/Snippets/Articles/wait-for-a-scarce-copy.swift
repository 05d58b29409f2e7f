// The fixed pool of textbooks: a semaphore around an array.
// snippet.hide
import Dispatch
import Foundation

struct Book: Sendable {
  var copy: Int
}

// snippet.show
final class CopyStock: @unchecked Sendable {
  private let lock = NSLock()
  private let available: DispatchSemaphore
  private var copies: [Book]

  init(_ copies: [Book]) {
    self.copies = copies
    available = DispatchSemaphore(value: copies.count)
  }

  func borrow() -> Book {
    available.wait()
    return lock.withLock { copies.removeLast() }
  }

  func giveBack(_ copy: Book) {
    lock.withLock { copies.append(copy) }
    available.signal()
  }
}
// snippet.hide

let stock = CopyStock([Book(copy: 1), Book(copy: 2)])
stock.giveBack(stock.borrow())
