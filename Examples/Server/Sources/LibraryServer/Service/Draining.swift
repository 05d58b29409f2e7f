import ServiceLifecycle
import Synchronization

/// The time after SIGTERM in which requests are still answered, while `/health` reports 503.
///
/// It is the last service of its group, so it is the first to shut down. Without it, a load balancer
/// would send requests to a server that no longer listens.
package final class Draining: Service {
  private let duration: Duration
  private let isUnderWay = Atomic(false)

  package init(_ duration: Duration) { self.duration = duration }

  package var hasBegun: Bool { isUnderWay.load(ordering: .relaxed) }

  package func run() async throws {
    try await gracefulShutdown()
    isUnderWay.store(true, ordering: .relaxed)
    try await Task.sleep(for: duration)
  }
}
