#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
internal import StagecraftTableLists
internal import StoreFloor

extension TableLink {
  /// Before the first result of each statement: one that is streamed is read row by row.
  func beginStatement() {
    guard let connection, let current, current.index < current.exchange.statements.count,
      current.exchange.statements[current.index].stream != nil
    else { return }
    PQsetSingleRowMode(connection)
  }

  func readResults() {
    // Between two statements libpq returns a null pointer once; twice in a row means that it has
    // nothing.
    var nulls = 0
    while let connection, current != nil, PQisBusy(connection) == 0 {
      guard let result = PQgetResult(connection) else {
        nulls += 1
        if nulls > 1 { return }
        if current?.hasResult == true { endStatement() }
        continue
      }
      nulls = 0
      defer { PQclear(result) }
      read(result)
    }
  }

  private func endStatement() {
    guard let now = current, now.index < now.exchange.statements.count else { return }
    let statement = now.exchange.statements[now.index]
    flush(statement)
    if let isFit = statement.isFit, now.message == nil, !now.isVoid {
      if !isFit(now.rows[now.index]) { current?.isVoid = true }
    }
    current?.index += 1
    current?.hasResult = false
    beginStatement()
  }

  private func read(_ result: OpaquePointer) {
    current?.hasResult = true
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC: completed()
    case PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: readRows(result)
    case PGRES_FATAL_ERROR:
      if current?.message == nil { current?.message = TableServerMessage(of: result) }
    default: break
    }
  }

  private func readRows(_ result: OpaquePointer) {
    // No copy of `current` lives on, so that its rows grow in place.
    guard let index = current?.index, current?.isVoid == false,
      let statement = current?.exchange.statements.dropFirst(index).first
    else { return }
    let columns = PQnfields(result)
    guard statement.kinds.isEmpty || statement.kinds.count == Int(columns) else {
      current?.damage = "\(columns) instead of \(statement.kinds.count) columns"
      return
    }
    for row in 0..<PQntuples(result) {
      var values: [TableValue] = []
      values.reserveCapacity(Int(columns))
      for column in 0..<columns {
        if PQgetisnull(result, row, column) != 0 {
          values.append(.null)
          continue
        }
        let kind = statement.kinds.isEmpty ? .text : statement.kinds[Int(column)]
        let bytes = UnsafeBufferPointer(
          start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        values.append(kind.value(bytes))
      }
      current?.rows[index].append(TableRecord(values))
    }
    guard let stream = statement.stream else { return }
    if (current?.rows[index].count ?? 0) >= stream.batch { flush(statement) }
  }

  /// Passes streamed rows on.
  private func flush(_ statement: TableStatement) {
    guard let stream = statement.stream, let now = current, now.message == nil, !now.isVoid,
      !now.rows[now.index].isEmpty
    else { return }
    let rows = now.rows[now.index]
    current?.rows[now.index] = []
    stream.receive(rows)
  }

  private func completed() {
    guard let ended = current, let connection else { return }
    current = nil
    lastUse = monotonicNanoseconds()
    let count = ended.exchange.statements.count
    let answer: TableExchange.Answer =
      if let message = ended.message {
        .failure(TableFailure(error: message.error(at: place), message: message))
      } else if let damage = ended.damage {
        .failure(.damaged(damage, at: place))
      } else if ended.index != count {
        .failure(.damaged("\(ended.index) instead of \(count) results", at: place))
      } else {
        .success(ended.rows)
      }
    // A statement that failed inside a transaction leaves it open.
    if PQtransactionStatus(connection) != PQTRANS_IDLE, state == .ready {
      queue.insert(
        TableExchange(
          statements: [TableStatement("rollback")], patience: timeout, deadline: 0,
          answer: { _ in }),
        at: 0)
    }
    if state == .preparing {
      prepared(answer)
    } else {
      self.answer(ended.exchange, answer)
    }
    advance()
  }

  func readNotifications() {
    while let connection, let notification = PQnotifies(connection) {
      defer { PQfreemem(notification) }
      handlers.notified(String(cString: notification.pointee.extra))
    }
  }
}

extension TableServerMessage {
  fileprivate init?(of result: OpaquePointer) {
    self.init { name in
      guard let ascii = name.asciiValue else { return nil }
      return PQresultErrorField(result, Int32(ascii)).map { String(cString: $0) }
    }
  }
}
#endif
