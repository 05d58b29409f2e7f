#if PostgreSQL || PostgresNIO
/// How lists follow tables of a PostgreSQL server.
public struct PostgresTablesConfiguration: Hashable, Sendable {
  /// How long the server may leave a request without an answer, connecting included.
  public var operationTimeout: Duration

  /// How long a lost notification can go unnoticed.
  ///
  /// Where transactions can be prepared (`max_prepared_transactions` is not 0), other writers do not
  /// notify, and tables are read at least every quarter of a second.
  public var longestSilence: Duration

  /// The longest pause before a lost connection is made again.
  public var longestPause: Duration

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - operationTimeout: How long the server may leave a request without an answer.
  ///   - longestSilence: How long a lost notification can go unnoticed.
  ///   - longestPause: The longest pause before a lost connection is made again.
  public init(
    operationTimeout: Duration = .seconds(5), longestSilence: Duration = .seconds(2),
    longestPause: Duration = .seconds(2)
  ) {
    self.operationTimeout = operationTimeout
    self.longestSilence = longestSilence
    self.longestPause = longestPause
  }
}
#endif
