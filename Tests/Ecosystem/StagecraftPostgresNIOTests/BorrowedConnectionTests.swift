#if PostgresNIO
import Logging
import PostgresNIO
import Testing

@_spi(Store) import StagecraftSharedPools
import StagecraftLists
import StagecraftTableLists
@testable import StagecraftPostgresNIO

/// What is left of a client's connections.
@Suite(.needsServer, .timeLimit(.minutes(2)))
struct BorrowedConnectionTests {
  private static let settings = """
    select string_agg(name || '=' || setting, ',' order by name) from pg_settings
      where name in ('synchronous_commit', 'lock_timeout', 'jit', 'enable_seqscan', 'datestyle',
        'plan_cache_mode', 'statement_timeout', 'timezone', 'bytea_output')
    """

  private func value(_ query: String, at client: PostgresClient) async throws -> String {
    let rows = try await client.query(PostgresQuery(unsafeSQL: query)).collect()
    return try rows[0].decode(String.self)
  }

  @Test func otherCodeGetsConnectionsBackAsTheyWere() async throws {
    let database = try await TestServer.makeDatabase()
    // One for notifications, and one that everything else shares.
    let store = try TestedStore(database.address, maximumConnections: 2)
    let before = try await value(Self.settings, at: store.running.client)
    let client = try await TestClient(store)
    try await client.add("book")
    for _ in 0..<5 { _ = try await client.giveBack(try await client.borrow()) }
    #expect(try await value(Self.settings, at: store.running.client) == before)
    let channels = "select count(*)::text from pg_listening_channels()"
    #expect(try await value(channels, at: store.running.client) == "0")
    await store.close()
  }

  @Test func tablesGiveConnectionsBackAsTheyWere() async throws {
    let database = try TablesDatabase()
    let running = try RunningClient(database.address, maximumConnections: 2)
    let before = try await value(Self.settings, at: running.client)
    let tables = try PostgresNIOTables(running.client)
    let table = try await tables.open(TableRequest(table: "orders"))
    let row = [
      TableField("id", .integer(1)), TableField("title", .text("Emma")),
      TableField("copies", .null),
    ]
    #expect(try await table.write([.insert(row)]) == .written)
    let copy = FollowedCopy(table)
    try await copy.load()
    #expect(copy.content == "1,Emma,-")
    #expect(try await value(Self.settings, at: running.client) == before)
    await tables.close()
    await running.end()
  }

  @Test func aConnectionThatListenedIsNotGivenBack() async throws {
    let database = try await TestServer.makeDatabase()
    let running = try RunningClient(database.address, maximumConnections: 2)
    let store = try PostgresNIOStore(running.client)
    let session = LendingSession(id: .random(), host: "client", process: 1)
    let settings = SharedPoolSettings()
    guard
      case .opened = try await store.perform(
        .open(settings: settings, session: session), in: "books")
    else {
      Issue.record("The pool was not opened.")
      return
    }
    await store.close()
    // Both of the client's connections are there for others again.
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await running.client.withConnection { connection in
            let rows = try await connection.query(
              "select count(*)::text from pg_listening_channels()",
              logger: Logger(label: "test")
            ).collect()
            return try rows[0].decode(String.self)
          }
        }
      }
      for try await count in group { #expect(count == "0") }
    }
    await running.end()
  }

  @Test func aClientWithoutAConnectionLeftIsUnreachable() async throws {
    let database = try await TestServer.makeDatabase()
    let running = try RunningClient(database.address, maximumConnections: 1)
    let hasty = try PostgresNIOStore(
      running.client, configuration: .init(operationTimeout: .milliseconds(300)))
    try await running.client.withConnection { _ in
      do {
        _ = try await hasty.perform(.report, in: "books")
        Issue.record("Two use one connection.")
      } catch {
        #expect((error as? LeaseStoreError)?.code == .unreachable)
      }
    }
    await hasty.close()
    let store = try PostgresNIOStore(running.client)
    #expect(try await store.perform(.report, in: "books") == .refused(.unknownPool))
    await store.close()
    await running.end()
  }

  /// The client does not answer a statement that is written to such a connection.
  @Test func aStatementOnAConnectionThatHasClosedFails() async throws {
    let database = try await TestServer.makeDatabase()
    let running = try RunningClient(database.address, maximumConnections: 1)
    try await running.client.withConnection { connection in
      let logger = Logger(label: "test")
      #expect(try await connection.value(of: "select 'Emma'", logger: logger) == "Emma")
      try await connection.close()
      await #expect(throws: ClientFailure.self) {
        try await connection.value(of: "select 'Emma'", logger: logger)
      }
    }
    await running.end()
  }

  @Test func aClientThatHasEndedIsClosed() async throws {
    let database = try await TestServer.makeDatabase()
    let store = try TestedStore(database.address)
    #expect(try await store.perform(.report, in: "books") == .refused(.unknownPool))
    await store.running.end()
    let error = await failure(of: .report, at: store)
    #expect(error?.code == .closed)
    await store.close()
  }
}
#endif
