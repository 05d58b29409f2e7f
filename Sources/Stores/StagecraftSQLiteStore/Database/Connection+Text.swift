#if SQLite
internal import CSQLite
internal import StoreFloor

/// Statements whose text names tables and columns of users.
extension Connection {
  private static let maximumTextStatements = 64

  /// Runs a statement, and passes each row until `receive` returns false.
  func each(_ sql: String, _ bindings: [Binding] = [], _ receive: (Row) throws -> Bool) throws {
    let statement = try prepare(sql, bindings)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return
      case SQLITE_ROW: if try !receive(Row(statement: statement)) { return }
      case let result: throw failure(result)
      }
    }
  }

  func run(text sql: String, _ bindings: [Binding] = []) throws {
    try each(sql, bindings) { _ in true }
  }

  func first<Value>(
    text sql: String, _ bindings: [Binding] = [], read: (Row) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try each(sql, bindings) { row in
      value = try read(row)
      return false
    }
    return value
  }

  func all<Value>(
    text sql: String, _ bindings: [Binding] = [], read: (Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try each(sql, bindings) { row in
      values.append(try read(row))
      return true
    }
    return values
  }

  /// Is called between transactions, when no statement is being read.
  func trimTextStatements() {
    if textStatements.count > Self.maximumTextStatements { finalizeTextStatements() }
  }

  func finalizeTextStatements() {
    for statement in textStatements.values { sqlite3_finalize(statement) }
    textStatements = [:]
  }

  private func prepare(_ sql: String, _ bindings: [Binding]) throws -> OpaquePointer {
    home.check()
    let statement: OpaquePointer
    if let known = textStatements[sql] {
      statement = known
    } else {
      var prepared: OpaquePointer?
      let result = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
      guard result == SQLITE_OK, let prepared else { throw failure(result) }
      textStatements[sql] = prepared
      statement = prepared
    }
    for (index, binding) in bindings.enumerated() {
      let result = bind(binding, to: Int32(index + 1), of: statement)
      if result != SQLITE_OK { throw failure(result) }
    }
    return statement
  }
}
#endif
