#if PostgreSQL || PostgresNIO
internal import StagecraftTableLists

extension PostgresTable {
  func write(_ edits: [TableEdit]) async throws(TableError) -> TableWriteResult {
    if edits.isEmpty { return .written }
    let shape = try shape()
    var statements: [TableStatement] = [.begin]
    for (number, edit) in edits.enumerated() {
      statements.append(try shape.statement(for: edit, number: number))
    }
    statements.append(.commit)
    switch await tables.exchange(statements, changes: true, { .write($0) }) {
    case .success: return .written
    case .failure(let failure):
      guard let message = failure.message else { throw failure.error }
      if message.code == "SC001", let number = Int(message.sentence), number < edits.count {
        return try await conflict(number, edits[number], shape)
      }
      throw shape.error(message, failure.error)
    }
  }

  private func conflict(
    _ number: Int, _ edit: TableEdit, _ shape: PostgresTableShape
  ) async throws(TableError) -> TableWriteResult {
    let key: TableValue =
      switch edit {
      case .update(let key, _, _), .remove(let key, _): key
      case .insert(let fields):
        fields.first { $0.column == shape.keyColumn.name }?.value ?? .null
      }
    let column = shape.keyColumn
    let statement = TableStatement(
      """
      select \(shape.selection) from only \(shape.quoted) t
      where t.\(column.quoted) = $1::\(column.type)
      """, [try column.kind.parameter(key, column: column.name)], kinds: shape.kinds)
    switch await tables.read([statement]) {
    case .success(let rows): return .conflict(edit: number, current: rows[0].first)
    case .failure(let failure): throw failure.error
    }
  }
}

extension PostgresTableShape {
  /// A statement that ends the transaction unless exactly one row is written.
  fileprivate func statement(
    for edit: TableEdit, number: Int
  ) throws(TableError) -> TableStatement {
    var parameters: [String?] = []
    func parameter(
      _ field: TableField, _ column: PostgresTableColumn
    ) throws(TableError) -> String {
      parameters.append(try column.kind.parameter(field.value, column: column.name))
      return "$\(parameters.count)"
    }
    func rows(_ key: TableValue, _ expected: [TableField]) throws(TableError) -> String {
      var terms: [String] = []
      for field in [TableField(keyColumn.name, key)] + expected {
        let column = columns[try index(of: field.column)]
        let number = try parameter(field, column)
        terms.append(
          terms.isEmpty ? "t.\(column.quoted) = \(number)::\(column.type)" : column.equals(number))
      }
      return terms.joined(separator: " and ")
    }
    let change: String
    switch edit {
    case .insert(let fields):
      var names: [String] = []
      var values: [String] = []
      for field in fields {
        let column = columns[try index(of: field.column)]
        if column.isGenerated { continue }
        names.append(column.quoted)
        values.append("\(try parameter(field, column))::\(column.type)")
      }
      let row =
        names.isEmpty
        ? "default values"
        : """
        (\(names.joined(separator: ", "))) overriding system value \
        values (\(values.joined(separator: ", ")))
        """
      change = """
        insert into \(quoted) \(row) on conflict (\(keyColumn.quoted)) do nothing returning 1
        """
    case .update(let key, let fields, let expected):
      var terms: [String] = []
      for field in fields {
        let column = columns[try index(of: field.column)]
        if column.isGenerated { continue }
        terms.append("\(column.quoted) = \(try parameter(field, column))::\(column.type)")
      }
      let assignments = terms.joined(separator: ", ")
      let condition = try rows(key, expected)
      // Without fields it is a check, which holds until the transaction ends.
      change =
        terms.isEmpty
        ? "select 1 from only \(quoted) t where \(condition) for share"
        : "update only \(quoted) t set \(assignments) where \(condition) returning 1"
    case .remove(let key, let expected):
      change = "delete from only \(quoted) t where \(try rows(key, expected)) returning 1"
    }
    return TableStatement(
      """
      with w as (\(change))
      select stagecraft.expect_1(\(number), (select pg_catalog.count(*) from w))
      """, parameters)
  }

  /// A row that has the key already is told from other constraints.
  fileprivate func error(_ message: TableServerMessage, _ error: TableError) -> TableError {
    guard message.code.hasPrefix("23") else { return error }
    var error = error
    error.code = message.code == "23505" && message.isAbout(keyColumn.name) ? .key : .refused
    return error
  }
}

extension TableServerMessage {
  /// Whether a unique constraint is on this column alone.
  fileprivate func isAbout(_ column: String) -> Bool {
    detail?.hasPrefix("Key (\(PostgresTableName.quoted(column)))=") == true
      || detail?.hasPrefix("Key (\(column))=") == true
  }
}

extension PostgresTableColumn {
  /// Whether a column has exactly the value of a parameter, which may be null.
  fileprivate func equals(_ parameter: String) -> String {
    switch kind {
    case .integer, .truth, .real, .bytes:
      "t.\(quoted) is not distinct from \(parameter)::\(type)"
    case .text, .other:
      "t.\(quoted)::text collate \"C\" is not distinct from \(parameter)::text collate \"C\""
    }
  }
}
#endif
