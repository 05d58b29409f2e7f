#if PostgresNIO
internal import Logging
public import PostgresFloor
public import PostgresNIO
internal import StageFloor
public import StagecraftSharedPools
internal import StoreFloor

extension PostgresNIOStore {
  /// Creates the schema `lend` and its roles, if they are not there.
  ///
  /// An older schema is left as it is. It is the schema that `lend init` creates.
  ///
  /// - Parameter client: A client whose role may create schemas and roles in its database.
  /// - Returns: The editions before and after.
  /// - Throws: ``LeaseStoreError``.
  @discardableResult
  public static func initialize(
    _ client: PostgresClient
  ) async throws(LeaseStoreError) -> PostgresSchemaChange {
    try await change(client, upgrades: false)
  }

  /// Brings the schema `lend` to the edition of this program, or creates it.
  ///
  /// Each edition is one transaction, under a lock, so that two upgrades do not meet. Clients that
  /// are one edition older go on.
  ///
  /// - Parameter client: A client whose role may create schemas and roles in its database.
  /// - Returns: The editions before and after.
  /// - Throws: ``LeaseStoreError``.
  @discardableResult
  public static func upgrade(
    _ client: PostgresClient
  ) async throws(LeaseStoreError) -> PostgresSchemaChange {
    try await change(client, upgrades: true)
  }

  private static func change(
    _ client: PostgresClient, upgrades: Bool
  ) async throws(LeaseStoreError) -> PostgresSchemaChange {
    let server = NIOServer(client, place: "the client's database", logger: nil)
    let reply = PendingReply<Result<PostgresSchemaChange, LeaseStoreError>>()
    let connection = BorrowedConnection<Never>(of: client, keeps: false) { connection, _ in
      let writer = NIOSchemaWriter(server: server, connection: connection)
      let change = try await writer.run(upgrades: upgrades)
      reply.resume(returning: .success(change))
    } ended: { error in
      guard let error else { return }
      reply.resume(
        returning: .failure(
          (error as? LeaseStoreError) ?? ClientFailure(error).leaseError(at: server.place)))
    }
    // As long as over libpq, whose limit is for the connection.
    let limit = Task {
      try await Task.sleep(for: .seconds(60))
      reply.resume(returning: .failure(.noAnswer(at: server.place, within: 60_000_000_000)))
      connection.cut()
    }
    defer { limit.cancel() }
    return try await reply.value {
      reply.resume(
        returning: .failure(
          LeaseStoreError(
            .unreachable,
            "The task was cancelled before it was known whether the schema was created.")))
      connection.cut()
    }.get()
  }
}

/// Runs the scripts that are missing, each edition in one transaction and under one lock.
private struct NIOSchemaWriter {
  let server: NIOServer
  let connection: PostgresConnection

  func run(upgrades: Bool) async throws -> PostgresSchemaChange {
    let before = try await edition()
    for step in PostgresSchema.scripts {
      let isNeeded = try PostgresSchema.needs(
        step.edition, found: try await edition(), upgrades: upgrades, at: server.place)
      if isNeeded { try await run(step.scripts, for: step.edition) }
    }
    return PostgresSchemaChange(before: before, after: try await edition())
  }

  private func run(_ scripts: [[UInt8]], for wanted: Int) async throws {
    let found = try await edition()
    do {
      try await execute("begin")
      if found > 0 { try await execute("lock table lend.edition in exclusive mode") }
      if try await edition() < wanted {
        // A message of postgres-nio has one statement, and a script has many.
        for script in scripts {
          let text = String(decoding: script, as: UTF8.self)
          try await execute(
            """
            do $stagecraft$ begin
              execute $stagecraft_script$\(text)$stagecraft_script$;
            end $stagecraft$
            """)
        }
      }
      try await execute("commit")
    } catch {
      try await execute("rollback")
      // A second creation waits for the first one, and then fails.
      if found > 0 { throw error }
      if try await edition() == 0 { throw error }
    }
  }

  /// The edition of the schema, or 0 if there is none.
  private func edition() async throws -> Int {
    guard try await execute("select to_regnamespace('lend') is not null") == "t" else { return 0 }
    if try await execute("select to_regproc('lend.edition') is not null") == "t" {
      return Int(try await execute("select lend.edition()") ?? "") ?? 0
    }
    throw PostgresSchema.isForeign(at: server.place)
  }

  @discardableResult
  private func execute(_ statement: String) async throws -> String? {
    do {
      return try await connection.value(of: statement, logger: server.logger)
    } catch {
      guard case .refused(let fields) = ClientFailure(error) else { throw error }
      throw PostgresSchema.error(fields.message, at: server.place)
    }
  }
}
#endif
