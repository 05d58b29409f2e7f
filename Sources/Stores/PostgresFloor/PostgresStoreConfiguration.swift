#if PostgreSQL || PostgresNIO
/// How a store talks to its server.
public struct PostgresStoreConfiguration: Hashable, Sendable {
  /// How long a request may take, connecting included: then its connection is closed, and its
  /// outcome is unknown.
  public var operationTimeout: Duration

  /// The longest time between two proofs that notifications arrive.
  ///
  /// Pools with a short time to live make it shorter.
  public var heartbeat: Duration

  /// The longest pause before a lost connection is made again.
  public var longestPause: Duration

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - operationTimeout: How long a request may take.
  ///   - heartbeat: The longest time between two proofs that notifications arrive.
  ///   - longestPause: The longest pause before a lost connection is made again.
  public init(
    operationTimeout: Duration = .seconds(5), heartbeat: Duration = .seconds(10),
    longestPause: Duration = .seconds(2)
  ) {
    self.operationTimeout = operationTimeout
    self.heartbeat = heartbeat
    self.longestPause = longestPause
  }
}
#endif
