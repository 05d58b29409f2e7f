import Foundation
package import Stagecraft

/// Workers that receive, pick and hand out orders, as other desks and machines do.
package final class OrderTraffic: Sendable {
  private let workers: [Task<Void, Never>]

  /// Starts the workers, which go on until they are stopped or released.
  ///
  /// - Parameters:
  ///   - desk: The orders.
  ///   - titles: What readers order, of which they prefer the first.
  ///   - count: How many edit the orders at the same time.
  ///   - pause: The mean time between two edits of a worker.
  package init(_ desk: OrderDesk, titles: ListSnapshot<Title>, count: Int = 8, pause: Duration) {
    workers = (0..<count).map { number in
      Task.detached {
        var random = SeededRandom(seed: UInt64(number))
        while !Task.isCancelled {
          do { try await Task.sleep(for: pause * (0.5 + random.unit())) } catch { return }
          // Another desk may have been faster, which is no error here.
          try? await Self.edit(desk.orders, titles, &random)
        }
      }
    }
  }

  deinit { stop() }

  package func stop() { for worker in workers { worker.cancel() } }

  private static func edit(
    _ orders: TableList<Order>, _ titles: ListSnapshot<Title>, _ random: inout SeededRandom
  ) async throws {
    let rows = orders.list.snapshot()
    if rows.count < 150 || rows.count < 220 && random.below(4) == 0 {
      guard !titles.isEmpty else { return }
      let title = titles[random.below(min(titles.count, 75))]
      let order = Order(
        id: 5_000 + random.below(95_000), title: title.id, name: title.name,
        reader: random.pick(Words.firstNames), state: .new,
        position: try orders.position(before: nil), since: Date().timeIntervalSince1970)
      return try await orders.insert(order)
    }
    guard !rows.isEmpty else { return }
    let order = rows[random.below(rows.count)]
    switch order.state {
    case .new: try await orders.update(order.id) { $0.state = .picking }
    case .picking: try await orders.update(order.id) { $0.state = .ready }
    case .ready: try await orders.remove(order.id)
    }
  }
}
