import NIOCore
import ServiceLifecycle
package import Stagecraft
package import StagecraftMetrics
import Synchronization

/// Sends the changes of the orders to all browsers of this replica.
///
/// Each change is encoded once, and its bytes are shared by the queues of all browsers.
package final class OrderHub: Service, MetricsSource {
  /// How many changes wait for a browser before it receives a snapshot instead.
  static let limit = 64

  private struct Browser: Sendable {
    var queue = EventQueue<ByteBuffer>(limit: OrderHub.limit)
    let wakes: AsyncStream<Void>.Continuation
  }

  private struct State: Sendable {
    var rows = ListSnapshot<Order>([])
    var isCurrent = true
    var browsers: [Int: Browser] = [:]
    var lastBrowser = 0
    var snapshots = 0
  }

  private let orders: TableList<Order>
  private let state = Mutex(State())

  package init(_ orders: TableList<Order>) { self.orders = orders }

  /// Follows the orders until the shutdown.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        group.addTask { await self.followRows() }
        group.addTask { await self.followState() }
        group.addTask { await self.sendHeartbeats() }
      }
    }
  }

  private func followRows() async {
    for await transition in orders.list.transitions() {
      let changes = transition.changes
      let isLarge = changes.isReset || changes.structuralCount > changes.newCount
      let event = isLarge ? nil : try? OrderEvent.changed(by: OrderChanges(transition)).bytes
      send(event) { $0.rows = transition.new }
    }
  }

  private func followState() async {
    for await now in orders.states() {
      let isCurrent = now.isCurrent
      guard let event = try? OrderEvent.state(isCurrent: isCurrent).bytes else { continue }
      send(event) { $0.isCurrent = isCurrent }
    }
  }

  private func sendHeartbeats() async {
    while (try? await Task.sleep(for: .seconds(15))) != nil { send(OrderEvent.heartbeat) { _ in } }
  }

  /// Changes what a snapshot has, and sends the change to all browsers in the same step; nil if a
  /// snapshot is smaller.
  private func send(_ event: ByteBuffer?, _ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      var waiting: [AsyncStream<Void>.Continuation] = []
      for (id, var browser) in state.browsers {
        let isWaiting = event.map { browser.queue.add($0) } ?? browser.queue.replaceAll()
        state.browsers[id] = browser
        if isWaiting { waiting.append(browser.wakes) }
      }
      return waiting
    }
    for wakes in waiting { wakes.yield() }
  }
}

// MARK: - One browser

extension OrderHub {
  /// The stream of one browser.
  func open() -> BrowserEvents {
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastBrowser += 1
      state.browsers[state.lastBrowser] = Browser(wakes: continuation)
      return state.lastBrowser
    }
    return BrowserEvents(hub: self, id: id, wakes: wakes)
  }

  fileprivate enum Delivery {
    case snapshot(ListSnapshot<Order>, isCurrent: Bool)
    case events([ByteBuffer])
    case nothing
    case end
  }

  fileprivate func take(_ id: Int) -> Delivery {
    state.withLock { state in
      switch state.browsers[id]?.queue.take() {
      case .snapshot:
        state.snapshots += 1
        return .snapshot(state.rows, isCurrent: state.isCurrent)
      case .events(let events): return .events(events)
      case .nothing: return .nothing
      case nil: return .end
      }
    }
  }

  fileprivate func close(_ id: Int) {
    state.withLock { $0.browsers.removeValue(forKey: id) }?.wakes.finish()
  }
}

/// What one browser receives, in order.
struct BrowserEvents: AsyncSequence, AsyncIteratorProtocol, Sendable {
  fileprivate let hub: OrderHub
  fileprivate let id: Int
  fileprivate let wakes: AsyncStream<Void>

  func makeAsyncIterator() -> BrowserEvents { self }

  /// Ends the stream, from any task.
  func close() { hub.close(id) }

  func next() async throws -> ByteBuffer? {
    while true {
      switch hub.take(id) {
      case .snapshot(let rows, let isCurrent):
        return try OrderEvent.snapshot(rows: Array(rows), isCurrent: isCurrent).bytes
      case .events(let events):
        return events.dropFirst().reduce(into: events[0]) { $0.writeImmutableBuffer($1) }
      case .nothing:
        var wakes = wakes.makeAsyncIterator()
        if await wakes.next() == nil { return nil }
      case .end: return nil
      }
    }
  }
}

// MARK: - Metrics

extension OrderHub {
  package var metricsKind: String { "browsers" }
  package var metricsName: String? { "orders" }

  package func read(into reading: inout MetricsReading) {
    let (open, snapshots) = state.withLock { ($0.browsers.count, $0.snapshots) }
    reading.level("open", open)
    reading.total("snapshots", snapshots)
  }
}
