#if PostgreSQL
public import PostgresFloor
internal import StageFloor
internal import StagecraftSharedPools
public import StagecraftTableLists
internal import StoreFloor

/// Tables of a PostgreSQL database, which lists follow.
///
/// ```swift
/// let database = try PostgresTables("postgres://desk@db.example.org/library")
/// let orders = try await TableList<Order>("orders", at: database)
/// ```
///
/// - **What is added.** The first ``open(_:)`` creates the schema `stagecraft` with the log of
///   changes, and each table gets five triggers. The role must own the table and, for the first one, may create schemas;
///   afterwards, a role that may select from the table can follow it. ``remove(_:)`` takes away what
///   belongs to a table, and with the last table the schema.
/// - **All writers are seen**, such as `psql`, other languages, and subscriptions. Their right to
///   write the table is enough. The log keeps about 100,000 changes; a list that was away for
///   longer reads all rows again. Writers delete older ones, unless their transactions are serializable or
///   repeatable reads; then lists delete them.
/// - **Order.** A position is a snapshot of the database. A transaction that began earlier than
///   another one and commits later is not missed.
/// - **Notifications.** PostgreSQL commits one notifying transaction at a time. Therefore a commit
///   notifies only if a list has nothing to read; while many transactions are committed, lists read
///   every ten milliseconds. A lost notification costs
///   ``PostgresTablesConfiguration/longestSilence``. A transaction that has notified cannot be
///   prepared for two-phase commit; therefore, where `max_prepared_transactions` is not 0, other
///   writers do not notify unless they `set stagecraft.notify = on`.
/// - **Tables** must be ordinary ones with a primary key of one column of a built-in type: not
///   partitioned, inherited or temporary.
/// - **Values.** Integers, `real` and `double precision`, `boolean`, `bytea` and text have cases of
///   ``TableValue``. All other types are text as the server writes it, with the time zone UTC: that
///   of `numeric` is compared as text. Text in a window's order needs an index with the collation
///   `"C"`.
/// - **Connections.** There are four at most, for changes, for loading, for writing and for
///   listening, on a thread of its own.
public final class PostgresTables: TableStore, CustomStringConvertible {
  private let core: PostgresTablesCore
  private let thread: PollThread<TablesWork<TableLink>>

  /// The database, without secrets.
  public var description: String { core.description }

  /// Creates an object that connects when it is first used.
  ///
  /// - Parameters:
  ///   - address: Where the database is.
  ///   - configuration: Timeouts and pauses of its connections.
  /// - Throws: ``TableError`` if the address cannot be read.
  public init(
    _ address: PostgresAddress, configuration: PostgresTablesConfiguration = .init()
  ) throws(TableError) {
    let options: PostgresOptions
    switch PostgresOptions.parse(address) {
    case .success(let parsed): options = parsed
    case .failure(let error): throw TableError(.unreachable, error.explanation)
    }
    let timeout = configuration.operationTimeout.wholeNanoseconds
    let keywords = options.completed(timeout: timeout / 1_000_000, application: "stagecraft")
    let (place, server) = (options.description, TablesServer())
    let thread: PollThread<TablesWork<TableLink>>
    do {
      thread = try PollThread("tables-postgres") {
        TablesWork(place: place, server: server) { role in
          let setup: [TableStatement] =
            if let settings = TableStatement.settings(for: role, timeout: timeout, isLocal: false) {
              [settings]
            } else {
              [.listen, .listenerSetup]
            }
          return TableLink(
            place: place, keywords: keywords, setup: setup, timeout: timeout,
            longestPause: configuration.longestPause.wholeNanoseconds)
        }
      }
    } catch {
      throw TableError(.unreachable, error.description)
    }
    self.thread = thread
    core = PostgresTablesCore(place: place, configuration: configuration, server: server) {
      thread.submit($0)
    }
  }

  /// Creates an object that connects when it is first used.
  ///
  /// - Parameters:
  ///   - url: A URL that begins with `postgres://`, or pairs in libpq's form.
  ///   - configuration: Timeouts and pauses of its connections.
  /// - Throws: ``TableError`` if the address cannot be read.
  public convenience init(
    _ url: String, configuration: PostgresTablesConfiguration = .init()
  ) throws(TableError) {
    try self.init(PostgresAddress(url), configuration: configuration)
  }

  /// Prepares a table to be followed, and opens it.
  ///
  /// - Parameter request: The table, and the order of its rows.
  /// - Returns: The table.
  /// - Throws: ``TableError`` if there is no such table, or if it cannot be followed.
  public func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable {
    try await core.open(request)
  }

  /// Removes what ``open(_:)`` has added to the database for a table, and the schema `stagecraft`
  /// with the last table.
  ///
  /// - Parameter table: The name of the table.
  /// - Throws: ``TableError``.
  public func remove(_ table: String) async throws(TableError) {
    try await core.remove(table)
  }

  /// Closes the connections, and all tables; later calls throw ``TableError/Code/closed``.
  public func close() async {
    await thread.stopAndWait()
  }
}
#endif
