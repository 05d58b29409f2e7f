/// The columns of a table, and the sentences of errors that name them.
struct TableSchema: Sendable {
  let table: String
  let columns: [TableColumn]
  let keyColumn: Int

  init(table: String, columns: [TableColumn], keyColumn: Int) {
    self.table = table
    self.columns = columns
    self.keyColumn = keyColumn
  }

  init(_ table: String, _ followed: any FollowedTable) {
    self.init(table: table, columns: followed.columns, keyColumn: followed.keyColumn)
  }

  var keyName: String { columns[keyColumn].name }

  func position(of column: String) throws(TableError) -> Int {
    if let position = columns.firstIndex(where: { $0.name == column }) { return position }
    let names = columns.map { "“\($0.name)”" }.joined(separator: ", ")
    throw TableError(
      .noSuchColumn, "Table “\(table)” has no column “\(column)”; its columns are \(names).")
  }

  func undecodable(_ record: TableRecord, _ error: any Error) -> TableError {
    undecodable(key: record.values[keyColumn], error)
  }

  func undecodable(key: TableValue, _ error: any Error) -> TableError {
    if let error = error as? TableError, error.code != .undecodableRow { return error }
    let code: TableError.Code =
      if case DecodingError.keyNotFound = error { .noSuchColumn } else { .undecodableRow }
    return TableError(
      code, "Row \(key) of table “\(table)” cannot be decoded: \(error.columnProblem).")
  }

  func unencodable(_ id: String, _ error: any Error) -> TableError {
    TableError(
      .unencodableRow, "Row \(id) of table “\(table)” cannot be encoded: \(error.columnProblem).")
  }

  func foreignID(_ id: String, _ key: TableValue) -> TableError {
    TableError(
      .cannotBeFollowed,
      """
      Row \(key) of table “\(table)” has the id \(id): `id` must be the primary key, column \
      “\(keyName)”.
      """)
  }

  func otherSpelling(_ row: OtherSpelling) -> TableError {
    TableError(
      .cannotBeFollowed,
      """
      Row \(row.key) of table “\(table)” would be looked for as \(row.encoded): its id must encode \
      itself as column “\(keyName)” spells it.
      """)
  }

  var duplicateIDs: TableError {
    TableError(
      .key,
      """
      Table “\(table)” has rows with different keys and equal ids: `id` must be the primary key, \
      column “\(keyName)”.
      """)
  }

  func rowExists(_ id: String) -> TableError {
    TableError(.key, "Table “\(table)” has a row \(id) already.")
  }

  func noRow(_ id: String) -> TableError {
    TableError(.key, "Table “\(table)” has no row \(id).")
  }
}

extension Error {
  /// What is wrong with which column, as a part of a sentence.
  fileprivate var columnProblem: String {
    switch self as any Error {
    case DecodingError.keyNotFound(let key, let context):
      "column “\(key.stringValue)”: \(context.debugDescription)"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      named(context.codingPath, context.debugDescription)
    case EncodingError.invalidValue(_, let context):
      named(context.codingPath, context.debugDescription)
    case let error as TableError: error.message
    default: "\(self)"
    }
  }
}

private func named(_ path: [any CodingKey], _ problem: String) -> String {
  let problem = problem.last == "." ? String(problem.dropLast()) : problem
  guard let key = path.first else { return problem }
  return "column “\(key.stringValue)”: \(problem)"
}
