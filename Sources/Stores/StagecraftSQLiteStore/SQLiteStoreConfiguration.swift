#if SQLite
/// How a ``SQLiteStore`` works.
public struct SQLiteStoreConfiguration: Sendable {
  /// How long a request waits for the store before it fails as `unreachable`: 5 seconds by default.
  public var timeout: Duration = .seconds(5)

  /// Whether the store may be made in a file that has other tables, such as those of your program.
  ///
  /// False by default, so that a wrong path adds nothing to a file of another program. The store's
  /// own tables begin with `lend_`. A file that the store has made can receive tables of yours in
  /// any case. It then has the store's small pages, which suit its small decisions; in a file of
  /// yours, the store uses the pages that it finds.
  public var sharesFile = false

  /// Creates the default configuration.
  public init() {}
}
#endif
