#if PostgresNIO
internal import Logging
internal import PostgresFloor
internal import PostgresNIO
internal import StagecraftSharedPools

/// What a task does with a borrowed connection: it sends calls, and says what was answered.
struct NIOLeaseService: Sendable {
  let server: NIOServer
  let number: UInt64
  /// How long a call waits for a lock, in milliseconds: the server gives up first, so that its
  /// answer says that nothing has changed.
  let lockPatience: String
  let emit: @Sendable (LeaseLinkEvent) -> Void

  func serve(
    _ connection: PostgresConnection, _ calls: AsyncStream<[PostgresCall]>
  ) async throws {
    if server.isNew(connection.id) {
      do {
        try await examine(connection)
      } catch {
        server.forget(connection.id)
        throw error
      }
    }
    emit(.opened(number))
    var listening = Listening()
    defer { listening.endAll() }
    for await calls in calls {
      var results: [Result<String, LeaseStoreError>] = []
      for call in calls {
        try await attend(to: call, on: connection, &listening)
        results.append(try await answer(to: call, on: connection))
      }
      if calls.contains(where: \.statement.decides) {
        results = try await flushed(results, on: connection)
      }
      emit(.answered(number, results))
    }
  }

  /// Judges the server and the schema, once for each connection of the client.
  private func examine(_ connection: PostgresConnection) async throws {
    let place = server.place
    func value(_ text: String) async throws -> String? {
      try await connection.value(of: text, logger: server.logger)
    }
    let standby = PostgresStatement.standby.text
    let isolation = "pg_catalog.current_setting('default_transaction_isolation')"
    let found = try await value("select pg_catalog.concat((\(standby)), ' ', \(isolation))") ?? ""
    if found.hasPrefix("yes") {
      throw LeaseStoreError(
        .unreachable,
        "PostgreSQL, \(place), is a standby, which records nothing. Wait until it is promoted.")
    }
    if found != "no read committed" {
      throw LeaseStoreError(
        .unsuitable,
        """
        The client's connections to PostgreSQL, \(place), have the default_transaction_isolation \
        \(found.dropFirst(3)). Set it to read committed for this role.
        """)
    }
    let edition = try await value(PostgresStatement.edition.text.description)
    if let error = PostgresSchema.flaw(ofEdition: edition, at: place) { throw error }
    _ = try await value(PostgresStatement.attend.text.description)
  }

  /// Passes notifications on, before the schema is asked to send them.
  private func attend(
    to call: PostgresCall, on connection: PostgresConnection, _ listening: inout Listening
  ) async throws {
    guard let id = call.parameters.first ?? nil else { return }
    let channel = "lend_" + id.lowercased().filter { $0 != "-" }
    switch call.statement.name.description {
    case "listen":
      try await listening.begin(channel, on: connection) { [number, emit] payload in
        emit(.notified(number, channel: channel, payload: payload))
      }
    case "unlisten": listening.end(channel)
    default: break
    }
  }

  /// Sends one call, a transaction of its own that is not flushed.
  private func answer(
    to call: PostgresCall, on connection: PostgresConnection
  ) async throws -> Result<String, LeaseStoreError> {
    let text = call.statement.text.description
    do {
      let value = try await connection.value(
        of: call.statement.decides ? "with s as materialized (\(settings)) \(text) from s" : text,
        call.parameters, logger: server.logger)
      return .success(value ?? "")
    } catch {
      guard case .refused(let fields) = ClientFailure(error) else { throw error }
      return .failure(fields.message.error(at: server.place))
    }
  }

  /// The settings of a decision, which end with its transaction: the connection is the client's.
  ///
  /// They are part of its statement, so that it takes one message each way.
  private var settings: String {
    let all = [
      ("synchronous_commit", "off"), ("lock_timeout", lockPatience), ("jit", "off"),
      ("enable_seqscan", "off"), ("enable_bitmapscan", "off"), ("enable_hashjoin", "off"),
      ("enable_mergejoin", "off"), ("plan_cache_mode", "force_generic_plan"),
    ]
    let calls = all.map { "pg_catalog.set_config('\($0)', '\($1)', true)" }
    return "select " + calls.joined(separator: ", ")
  }

  /// Flushes a transaction, and with it all that was committed before.
  ///
  /// Without it, nothing is sure. The client takes a statement as answered before the server has ended
  /// its transaction, but this block commits inside.
  private func flushed(
    _ results: [Result<String, LeaseStoreError>], on connection: PostgresConnection
  ) async throws -> [Result<String, LeaseStoreError>] {
    do {
      try await connection.value(
        of: """
          do $$ begin
            perform pg_catalog.set_config('synchronous_commit',
              case pg_catalog.current_setting('synchronous_commit') when 'off' then 'on'
                else pg_catalog.current_setting('synchronous_commit') end, true);
            perform pg_catalog.pg_logical_emit_message(true, 'lend', '');
            commit;
          end $$
          """, logger: server.logger)
      return results
    } catch {
      guard case .refused(let fields) = ClientFailure(error) else { throw error }
      let lost = fields.message.errorOfFlush(at: server.place)
      return results.map { result in
        if case .success = result { .failure(lost) } else { result }
      }
    }
  }
}

extension PostgresStatement {
  /// Whether it is a call of a pool, not a statement about notifications.
  fileprivate var decides: Bool {
    !["listen", "unlisten", "echo"].contains(name.description)
  }
}
#endif
