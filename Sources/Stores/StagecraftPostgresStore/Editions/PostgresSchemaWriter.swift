#if PostgreSQL
internal import StageFloor
internal import CPostgres
internal import PostgresFloor
internal import StagecraftSharedPools
internal import StoreFloor

/// Runs the scripts that are missing, each edition in one transaction and under one lock.
struct PostgresSchemaWriter {
  let connection: OpaquePointer
  let place: String

  func run(_ upgrades: Bool) throws(LeaseStoreError) -> PostgresSchemaChange {
    let before = try edition()
    for step in PostgresSchema.scripts {
      // Without a transaction: a keeper may repeat `lend init`, which changes no schema.
      if try isNeeded(step.edition, upgrades) { try run(step.scripts, for: step.edition) }
    }
    return PostgresSchemaChange(before: before, after: try edition())
  }

  private func run(_ scripts: [[UInt8]], for wanted: Int) throws(LeaseStoreError) {
    let found = try edition()
    do throws(LeaseStoreError) {
      try execute("begin")
      if found > 0 { try execute("lock table lend.edition in exclusive mode") }
      if try edition() < wanted {
        for script in scripts { try execute(script: script) }
      }
      try execute("commit")
    } catch {
      try execute("rollback")
      // A second creation waits for the first one, and then fails.
      if found > 0 { throw error }
      if try edition() == 0 { throw error }
    }
  }

  private func isNeeded(_ wanted: Int, _ upgrades: Bool) throws(LeaseStoreError) -> Bool {
    try PostgresSchema.needs(wanted, found: try edition(), upgrades: upgrades, at: place)
  }

  /// The edition of the schema, or 0 if there is none.
  private func edition() throws(LeaseStoreError) -> Int {
    let exists = try execute("select to_regnamespace('lend') is not null")
    guard exists == "t" else { return 0 }
    if try execute("select to_regproc('lend.edition') is not null") == "t" {
      return Int(try execute("select lend.edition()") ?? "") ?? 0
    }
    throw PostgresSchema.isForeign(at: place)
  }

  @discardableResult
  private func execute(_ statement: StaticString) throws(LeaseStoreError) -> String? {
    try value(of: PQexec(connection, statement.description))
  }

  private func execute(script: [UInt8]) throws(LeaseStoreError) {
    _ = try value(of: PQexec(connection, String(decoding: script, as: UTF8.self)))
  }

  private func value(of result: OpaquePointer?) throws(LeaseStoreError) -> String? {
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return nil
    case PGRES_TUPLES_OK:
      guard PQntuples(result) > 0, PQgetisnull(result, 0, 0) == 0 else { return nil }
      return String(cString: PQgetvalue(result, 0, 0))
    default:
      let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
      let message = PostgresMessage(
        code: code, sentence: text ?? String(cString: PQerrorMessage(connection)))
      throw PostgresSchema.error(message, at: place)
    }
  }
}

func waitForDescriptor(_ descriptor: Int32, _ events: PollEvents, atMost nanoseconds: Int64) {
  var entry = pollfd(
    fd: descriptor, events: Int16(events.contains(.readable) ? POLLIN : POLLOUT), revents: 0)
  _ = poll(&entry, 1, Int32(clamping: nanoseconds / 1_000_000 + 1))
}
#endif
