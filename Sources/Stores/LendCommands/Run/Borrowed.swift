#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

struct Borrowed: Sendable {
  struct Resource: Sendable, Hashable {
    var name: String
    var labels: Labels
    var payload: [UInt8]
  }

  var resources: [Resource]
  var key: LendingKey
  /// How long before the end of the lease the command is stopped.
  var margin: Duration
  /// How long this process may still use the resources, by its own clock; zero once the lease has
  /// ended or was taken back.
  var remaining: @Sendable () -> Duration
  var loss: @Sendable () async -> LeaseLoss?
  /// Returns the resources, and waits until this is recorded, for a limited time.
  var release: @Sendable () async -> Void
}
#endif
