#if PostgreSQL || PostgresNIO
package import StagecraftSharedPools
package import StoreFloor

package enum PostgresJob: Sendable {
  package typealias Waiter = PendingReply<Result<String, LeaseStoreError>>

  case decide(PostgresCall, deadline: Int64, Waiter)
  /// A renewal, which never waits behind decisions.
  case renew(PostgresCall, deadline: Int64, Waiter)
  /// The opening of a session, after its notifications arrive.
  case open(PostgresCall, session: LendingID, deadline: Int64, Waiter)
  /// A session was opened, with this time between two of its renewals.
  case opened(session: LendingID, heartbeat: Int64)
  /// A session was not opened; without effect if it was opened before.
  case notOpened(session: LendingID)
  case forget(session: LendingID)
  /// What a task that serves a connection says.
  case event(PostgresLinkRole, LeaseLinkEvent)
}

/// The two connections of a store.
package enum PostgresLinkRole: Sendable { case command, notification }
#endif
