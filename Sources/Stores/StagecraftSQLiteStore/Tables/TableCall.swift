#if SQLite
internal import StageFloor
internal import StagecraftTableLists
internal import StoreFloor

/// A call that a task awaits and the thread of a table answers.
final class TableCall<Value: Sendable>: Sendable {
  private let reply = PendingReply<Result<Value, TableError>>()
  private let isCancelled = Guarded(false)

  /// Whether its task still waits.
  var isWanted: Bool { !isCancelled.copy }

  func answer(_ result: Result<Value, TableError>) { reply.resume(returning: result) }

  /// Waits for the answer.
  ///
  /// A task that is cancelled receives it too, and soon: the thread asks ``isWanted``, so that no
  /// closure of the task runs after its call has returned.
  func value() async throws(TableError) -> Value {
    try await reply.value(onCancel: { isCancelled.withLock { $0 = true } }).get()
  }
}
#endif
