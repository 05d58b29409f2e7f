#if PostgresNIO
public import Logging
public import PostgresFloor
public import PostgresNIO
internal import StageFloor
public import StagecraftTableLists
internal import StoreFloor

/// Tables of a PostgreSQL database, which lists follow, on the client that a server has already.
///
/// ```swift
/// let database = try PostgresNIOTables(client)
/// let orders = try await TableList<Order>("orders", at: database)
/// ```
///
/// What is added to the database, which writers are seen, and which tables and values are possible
/// is the same as with `PostgresTables`: lists over either follow one table.
///
/// - **The client** must run: `client.run()`, or as a service. This object does not end it.
/// - **Connections.** One of the client's connections is kept while tables are followed, to listen.
///   Others are borrowed for each read and each write, at most three at a time, and given back as
///   they were: all settings end with a transaction. So the client needs at least one more than the
///   stores and the tables that share it.
/// - **Outcomes.** ``TableError/Code/outcomeUnknown`` is thrown only if the commit may have been sent,
///   or the task was cancelled, before the answer arrived.
public final class PostgresNIOTables: TableStore, CustomStringConvertible {
  private typealias Thread = PollThread<TablesWork<NIOTableLink>>

  private let core: PostgresTablesCore
  private let thread: Thread

  /// The name of the database.
  public var description: String { core.description }

  /// Creates an object that borrows a connection when it is first used.
  ///
  /// - Parameters:
  ///   - client: The client, which must run while tables are used.
  ///   - name: What error messages call the database.
  ///   - configuration: Timeouts and pauses.
  ///   - logger: What the client logs the statements to, or nil for nothing.
  /// - Throws: ``TableError`` if the system has no thread left.
  public init(
    _ client: PostgresClient, named name: String = "the client's database",
    configuration: PostgresTablesConfiguration = .init(), logger: Logger? = nil
  ) throws(TableError) {
    let server = NIOServer(client, place: name, logger: logger)
    let found = TablesServer()
    let target = EventTarget<Thread>()
    let thread: Thread
    do {
      thread = try Thread("tables-postgres") {
        TablesWork(place: name, server: found) { role in
          NIOTableLink(server, role, configuration: configuration) { event in
            target.object?.submit(.event(role, event))
          }
        }
      }
    } catch {
      throw TableError(.unreachable, error.description)
    }
    target.object = thread
    self.thread = thread
    core = PostgresTablesCore(place: name, configuration: configuration, server: found) {
      thread.submit($0)
    }
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

  /// Gives the connections back, and closes all tables.
  ///
  /// Later calls throw ``TableError/Code/closed``. The client goes on.
  public func close() async {
    await thread.stopAndWait()
  }
}
#endif
