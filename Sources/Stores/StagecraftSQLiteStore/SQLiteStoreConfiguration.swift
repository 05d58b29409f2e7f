#if SQLite
/// How a ``SQLiteStore`` works.
public struct SQLiteStoreConfiguration: Sendable {
  /// How long a request waits for the store before it fails as `unreachable`: 5 seconds by default.
  public var timeout: Duration = .seconds(5)

  /// Creates the default configuration.
  public init() {}
}
#endif
