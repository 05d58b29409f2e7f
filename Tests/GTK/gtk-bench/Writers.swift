#if Maps && WebPages
import Foundation
import Stagecraft
import Synchronization

/// Edits a list at random, from threads or tasks.
final class Writers: Sendable {
  private let isStopped = Atomic(false)
  private let edits = Atomic(0)
  private let group = DispatchGroup()

  init(_ orders: LiveList<Order>, _ load: Lists.Load) {
    for number in 1...load.writers {
      group.enter()
      let pause = load.rate.map { 1e6 * Double(load.writers) / Double($0) }
      if load.areTasks {
        Task.detached {
          var writer = Writer(orders, number)
          while !self.isStopped.load(ordering: .relaxed) {
            for _ in 0..<64 { writer.edit() }
            // As tasks do that await now and then.
            await Task.yield()
          }
          self.end(writer)
        }
      } else {
        Thread.detachNewThread {
          // On Linux, the priority is that of the calling thread.
          if load.niceness != 0 {
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(load.niceness))
          }
          var writer = Writer(orders, number)
          var due = Clock.wall
          while !self.isStopped.load(ordering: .relaxed) {
            writer.edit()
            guard let pause else { continue }
            due += pause / 1e6
            let rest = due - Clock.wall
            if rest > 0 { usleep(UInt32(rest * 1e6)) }
          }
          self.end(writer)
        }
      }
    }
  }

  private func end(_ writer: Writer) {
    edits.add(writer.edits, ordering: .relaxed)
    group.leave()
  }

  /// Stops the writers.
  ///
  /// - Returns: The number of their edits.
  func stop() async -> Int {
    isStopped.store(true, ordering: .relaxed)
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    return edits.load(ordering: .relaxed)
  }
}

private struct Writer {
  private let orders: LiveList<Order>
  private let number: Int
  private var random = SystemRandomNumberGenerator()
  private(set) var edits = 0

  init(_ orders: LiveList<Order>, _ number: Int) {
    self.orders = orders
    self.number = number
  }

  /// Inserts, removes, updates or moves an order; on average, their number stays the same.
  mutating func edit() {
    edits += 1
    let shown = orders.snapshot()
    guard shown.count > 1000 else { return }
    let position = Int.random(in: 0..<shown.count, using: &random)
    let id = shown[position].id
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      let new = number * 100_000_000 + edits
      let order = Order(id: new, title: "Order \(new) by desk \(number)")
      try? orders.insert(order, at: min(position, orders.count))
    case 2, 3: orders.remove(id)
    case 4, 5: orders.update(id) { $0.title = "Order \(id), seen by \(number)" }
    default: try? orders.move(id, to: min(position + 20, shown.count - 2))
    }
  }
}
#endif
