#if PostgresNIO
internal import Logging
internal import PostgresFloor
internal import PostgresNIO
internal import StageFloor
internal import StagecraftTableLists

/// What a task does with a borrowed connection: it sends the statements of exchanges one after
/// another, and says what was answered.
struct NIOTableService: Sendable {
  struct Command: Sendable {
    var exchange: TableExchange
    var progress: ExchangeProgress
  }

  let server: NIOServer
  let role: TableLinkRole
  let number: UInt64
  let timeout: Int64
  let emit: @Sendable (TableLinkEvent) -> Void

  func serve(_ connection: PostgresConnection, _ commands: AsyncStream<Command>) async throws {
    var rows: [[TableRecord]] = []
    var listening = Listening()
    defer { listening.endAll() }
    if role == .listener {
      try await listening.begin("stagecraft", on: connection) { [number, emit] payload in
        emit(.notified(number, payload: payload))
      }
      for statement in [TableStatement.listen, .listenerSetup] {
        rows.append(try await self.rows(of: statement, on: connection, nil))
      }
    }
    emit(.opened(number, rows))
    for await command in commands {
      emit(.answered(number, try await answer(command, on: connection)))
    }
  }

  /// An answer of the server that is not as long as was asked for.
  private struct Damage: Error { var description: String }

  /// The rows of a statement that were neither streamed nor returned yet.
  private struct Found {
    var records: [TableRecord] = []
    var damage: Damage?
  }

  private func answer(
    _ command: Command, on connection: PostgresConnection
  ) async throws -> TableExchange.Answer {
    let statements = command.exchange.statements
    var rows: [[TableRecord]] = statements.map { _ in [] }
    var goesOn = true
    let steps = ExchangeStep.steps(of: statements.map(\.text), role: role, timeout: timeout)
    do {
      for step in steps where goesOn || step.isCommit {
        if step.isCommit { command.progress.commits() }
        let statement = step.index.map { statements[$0] } ?? TableStatement(step.text)
        let found = try await self.rows(of: statement, on: connection, command.progress)
        command.progress.answered()
        guard let index = step.index else { continue }
        rows[index] = found
        if let isFit = statement.isFit, !isFit(found) { goesOn = false }
      }
      return .success(rows)
    } catch let damage as Damage {
      try await connection.value(of: "rollback", logger: server.logger)
      return .failure(.damaged(damage.description, at: server.place))
    } catch {
      guard case .refused(let fields) = ClientFailure(error), let message = fields.tableMessage
      else { throw error }
      command.progress.wasRefused()
      // A statement that failed inside a transaction leaves it open.
      if role != .listener { try await connection.value(of: "rollback", logger: server.logger) }
      return .failure(TableFailure(error: message.error(at: server.place), message: message))
    }
  }

  private func rows(
    of statement: TableStatement, on connection: PostgresConnection, _ progress: ExchangeProgress?
  ) async throws -> [TableRecord] {
    let found = Guarded(Found())
    let query = PostgresQuery(statement.text, statement.parameters)
    try await connection.send(query, logger: server.logger) { row in
      guard statement.kinds.isEmpty || statement.kinds.count == row.count else {
        let damage = "\(row.count) instead of \(statement.kinds.count) columns"
        return found.withLock { $0.damage = Damage(description: damage) }
      }
      let record = Self.record(row, kinds: statement.kinds)
      if statement.stream != nil { progress?.receivedRow() }
      let batch = found.withLock { found -> [TableRecord] in
        found.records.append(record)
        guard let stream = statement.stream, found.records.count >= stream.batch else { return [] }
        defer { found.records = [] }
        return found.records
      }
      if !batch.isEmpty { statement.stream?.receive(batch) }
    }
    let rest = found.withLock { $0 }
    if let damage = rest.damage { throw damage }
    guard let stream = statement.stream else { return rest.records }
    if !rest.records.isEmpty { stream.receive(rest.records) }
    return []
  }

  private static func record(_ row: PostgresRow, kinds: [PostgresTableKind]) -> TableRecord {
    var values: [TableValue] = []
    values.reserveCapacity(row.count)
    for cell in row { values.append(cell.value(kinds.isEmpty ? .text : kinds[values.count])) }
    return TableRecord(values)
  }
}
#endif
