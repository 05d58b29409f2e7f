#if SQLite && PostgreSQL
import Synchronization

/// Something that happens beside the storm.
final class StormLane: Sendable {
  private let ended = Mutex<Bool>(false)
  private let task = Mutex<Task<Void, any Error>?>(nil)

  init(_ work: @escaping @Sendable () async throws -> Void) {
    let started = Task.detached { [weak self] in
      defer { self?.ended.withLock { $0 = true } }
      try await work()
    }
    task.withLock { $0 = started }
  }

  var isDone: Bool { ended.withLock { $0 } }

  /// Waits for its end, and throws its error.
  func wait() async throws { try await task.withLock { $0 }?.value }
}
#endif
