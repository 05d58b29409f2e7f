#if PostgreSQL || PostgresNIO
internal import StagecraftTableLists

package enum TablesJob: Sendable {
  /// Reads little; it never waits behind a write, which may wait for a lock, nor behind a load.
  case read(TableExchange)
  /// Reads many rows.
  case load(TableExchange)
  case write(TableExchange)
  /// Signals are sent to `continuation` when the table with the number `relation` has changed.
  case follow(id: UInt64, relation: String, AsyncStream<Void>.Continuation)
  /// The table was created again, and has another number.
  case moved(id: UInt64, relation: String)
  case unfollow(id: UInt64)
  /// A read of a follower has ended; `isBusy` if many transactions were committed before it.
  case looked(id: UInt64, isBusy: Bool)
  /// What a task that serves a connection says.
  case event(TableLinkRole, TableLinkEvent)
}

/// The four connections for tables.
package enum TableLinkRole: Sendable { case reader, loader, writer, listener }
#endif
