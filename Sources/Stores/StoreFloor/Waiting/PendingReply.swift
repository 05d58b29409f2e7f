#if SQLite || PostgreSQL || PostgresNIO
internal import StageFloor

/// A value that one task awaits and a thread of a store gives, once.
package final class PendingReply<Value: Sendable>: Sendable {
  private let table = Guarded(WaiterTable<Value>())
  private let ticket: UInt64

  package init() { ticket = table.withLock { $0.ticket() } }

  /// Later values are ignored.
  package func resume(returning value: Value) {
    table.withLock { $0.settle(ticket, with: value) }?.resume(returning: value)
  }

  /// `onCancel` gives a value, or has it given.
  package func value(onCancel: @Sendable () -> Void) async -> Value {
    await parked { continuation in
      table.withLock { $0.wait(ticket, continuation) }
    } onCancel: {
      onCancel()
    }
  }
}
#endif
