#if SQLite
internal import CSQLite
internal import StageFloor
public import StagecraftTableLists

/// A transaction on the whole file, in which tables are created and filled.
///
/// ``SQLiteTables/transaction(_:)`` and ``SQLiteTables/read(_:)`` pass it to their closure, outside
/// of which it cannot be used.
public struct SQLiteTransaction: ~Copyable {
  private let connection: Connection
  private let path: String

  init(_ connection: Connection, path: String) {
    self.connection = connection
    self.path = path
  }

  /// Returns whether there is a table with a name.
  ///
  /// - Parameter table: The name of the table.
  /// - Returns: Whether it exists.
  /// - Throws: ``TableError`` if the file cannot be read.
  public func hasTable(_ table: String) throws(TableError) -> Bool {
    try translated {
      try connection.exists(
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE",
        .text(table))
    }
  }

  /// Runs statements of SQL, such as `CREATE TABLE`, one after the other.
  ///
  /// The results of a `SELECT` are discarded.
  ///
  /// - Parameter script: The statements, separated by semicolons; not `BEGIN`, `COMMIT` or
  ///   `ROLLBACK`.
  /// - Throws: ``TableError`` with SQLite's sentence if a statement is refused.
  public func run(_ script: String) throws(TableError) {
    try translated {
      try connection.runScript(script)
      guard connection.isInTransaction else {
        throw TableError(
          .refused,
          """
          A script for "\(path)" has ended the transaction in which it ran. Remove COMMIT and \
          ROLLBACK from it.
          """)
      }
    }
  }

  /// Returns the rows of a query, such as one that decides what to change.
  ///
  /// - Parameter query: A `SELECT`.
  /// - Returns: The rows, with the values of the query's columns.
  /// - Throws: ``TableError`` with SQLite's sentence if the query is refused.
  public func rows(_ query: String) throws(TableError) -> [TableRecord] {
    try translated {
      try connection.all(text: query) { row in
        TableRecord(
          try (0..<sqlite3_column_count(row.statement)).map { column in
            if let value = row.value(column) { return value }
            throw TableError(
              .undecodableRow, "A row of “\(query)” has text that is not UTF-8.")
          })
      }
    }
  }

  /// Inserts rows, each with a property for a column.
  ///
  /// ```swift
  /// try transaction.insert(classics, into: "books")
  /// ```
  ///
  /// The sequence may be lazy: its rows are made one after the other. A generated column is left
  /// out.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - table: The name of the table.
  /// - Throws: ``TableError`` if a row cannot be encoded, or is refused.
  /// - Complexity: O(*n* log *m*) for *n* rows in a table of *m* rows.
  public func insert<Row: Codable & Identifiable & Sendable>(
    _ rows: some Sequence<Row>, into table: String
  ) throws(TableError) where Row.ID: Codable & Sendable {
    try insert(rows, into: table, format: .codable)
  }

  /// Inserts rows that a format encodes.
  ///
  /// The sequence may be lazy: its rows are made one after the other. A generated column is left
  /// out.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - table: The name of the table.
  ///   - format: How they are written.
  /// - Throws: ``TableError`` if a row cannot be encoded, or is refused.
  /// - Complexity: O(*n* log *m*) for *n* rows in a table of *m* rows.
  public func insert<Row: Identifiable & Sendable>(
    _ rows: some Sequence<Row>, into table: String, format: TableRowFormat<Row>
  ) throws(TableError) where Row.ID: Sendable {
    try translated {
      let encoder = RowFields(format, table: table)
      let generated = Set(
        try connection.all(
          "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden IN (2, 3)", .text(table)
        ) { $0.text(0) })
      var statement = (columns: [String](), sql: "")
      for row in rows {
        var fields = try encoder.fields(of: row)
        if !generated.isEmpty { fields.removeAll { generated.contains($0.column) } }
        if statement.sql.isEmpty || !statement.columns.elementsEqual(fields.lazy.map(\.column)) {
          statement.columns = fields.map(\.column)
          statement.sql = insertion(of: statement.columns, into: table)
        }
        try requireNoNaN(in: fields, of: table)
        try connection.run(text: statement.sql, fields.map { Binding($0.value) })
      }
    }
  }

  private func translated<Value>(_ body: () throws -> Value) throws(TableError) -> Value {
    do {
      return try body()
    } catch {
      throw TableError(error, path: path)
    }
  }
}

/// An `INSERT` with a parameter for each column.
func insertion(of columns: [String], into table: String) -> String {
  let names = columns.map { quoted($0) }.joined(separator: ", ")
  let marks = columns.map { _ in "?" }.joined(separator: ", ")
  let values = columns.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(marks))"
  return "INSERT INTO main.\(quoted(table)) \(values)"
}

func requireNoNaN(in fields: [TableField], of table: String) throws(TableError) {
  for field in fields {
    guard case .real(let number) = field.value, number.isNaN else { continue }
    throw TableError(
      .unencodableRow,
      "Column “\(field.column)” of table “\(table)” cannot hold NaN: SQLite would store null.")
  }
}
#endif
