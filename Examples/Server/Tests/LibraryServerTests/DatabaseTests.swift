import NIOCore
import PostgresNIO
import Testing

@testable import LibraryServer

@Suite("Database", .needsDatabase, .timeLimit(.minutes(1)))
struct DatabaseTests {
  private func withDatabase(_ body: (Database) async throws -> Void) async throws {
    let configuration = try await PrivateServer.makeLibrary()
    let database = try Database(configuration.database, logger: PrivateServer.logger)
    try await body(database)
    await database.connections.shutdown()
  }

  /// The client writes such a query to a channel without handlers, and does not answer it.
  @Test func aQueryOnAConnectionThatHasClosedFails() async throws {
    try await withDatabase { database in
      try await database.connections.withElement { connection in
        let connection = connection
        try await connection.close()
        await #expect(throws: ChannelError.ioOnClosedChannel) {
          try await connection.rows(of: "select 1", logger: PrivateServer.logger)
        }
      }
      #expect(try await database.query("select 1").count == 1)
    }
  }

  @Test func aConnectionThatHasJustClosedIsNotLent() async throws {
    try await withDatabase { database in
      let connection = try await database.connections.withElement { connection in connection }
      try await connection.close()
      #expect(try await database.query("select 1").count == 1)
    }
  }

  @Test func cancellingAQueryThatWaitsForALockEndsIt() async throws {
    try await withDatabase { database in
      try await database.connections.withElement { connection in
        let connection = connection
        try await connection.query("begin", logger: PrivateServer.logger)
        try await connection.query("lock table orders", logger: PrivateServer.logger)
        let waiting = Task { try await database.query("select id from orders") }
        while try await connection.rows(
          of: """
            select 1 from pg_locks
              where not granted and relation = 'orders'::regclass
                and database = (select oid from pg_database where datname = current_database())
            """, logger: PrivateServer.logger
        ).isEmpty {}
        waiting.cancel()
        await #expect(throws: PSQLError.self) { try await waiting.value }
        try await connection.query("commit", logger: PrivateServer.logger)
      }
      #expect(try await database.query("select id from orders").isEmpty)
    }
  }
}
