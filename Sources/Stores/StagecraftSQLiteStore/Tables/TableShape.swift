#if SQLite
internal import StagecraftTableLists

/// What SQLite knows of a table: its columns, its key, and what else must be unique.
struct TableShape: Hashable {
  /// The name as it is written in the schema.
  var table: String
  /// The statement that the schema has for it.
  var text: String
  var columns: [TableColumn]
  var keyColumn: Int
  /// Whether the key is the row's number, which has a type and an order of its own.
  var keyIsRowNumber: Bool
  /// The constraints other than the key that `REPLACE` meets by removing rows.
  var uniques: [UniqueIndex]
  /// The name of the row's number, if it is not the key and `REPLACE` can remove the row that has it.
  var rowNumber: String?
  /// The columns that can be set.
  var settable: [String]

  var key: String { columns[keyColumn].name }

  /// What triggers call the rows: the table's own name, which the condition of an index may have.
  var rowName: String { Self.rowName(of: table) }

  private static func rowName(of table: String) -> String {
    ["new", "old"].contains { isSameName($0, table) } ? "r" : quoted(table)
  }

  /// The position of a column.
  func index(of column: String) -> Int? {
    columns.firstIndex { $0.name == column } ?? columns.firstIndex { isSameName($0.name, column) }
  }

  func has(_ column: TableColumn) -> Bool { columns.contains { $0.name == column.name } }

  // MARK: Reading it

  /// - Throws: ``TableError`` if there is no such table, or if it cannot be followed.
  init(of request: String, in connection: Connection, path: String) throws {
    let names = request.hasPrefix("main.") ? [request, String(request.dropFirst(5))] : [request]
    var found: (name: String, type: String, hasNoRowNumber: Bool)?
    for name in names where found == nil {
      found = try connection.first(
        """
        SELECT name, type, wr FROM pragma_table_list
          WHERE schema = 'main' AND name = ?1 COLLATE NOCASE
        """, .text(name)
      ) { (name: $0.text(0), type: $0.text(1), hasNoRowNumber: $0.int(2) != 0) }
    }
    guard let found, found.type != "view" else {
      throw TableError(
        .noSuchTable,
        """
        The database "\(path)" has no table "\(request)"\
        \(found == nil ? "" : ", only a view of this name"). Name a table.
        """)
    }
    table = found.name
    if found.type != "table" || table.hasPrefix("sqlite_") || table.hasPrefix("stagecraft_") {
      throw TableError(
        .cannotBeFollowed,
        "\"\(table)\" cannot have triggers: it is virtual, or belongs to SQLite or to this package."
      )
    }
    text =
      try connection.first(
        "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?1", .text(table)
      ) { $0.text(0) } ?? ""
    let parts = try connection.all(
      """
      SELECT name, type, pk, hidden, "notnull", dflt_value FROM pragma_table_xinfo(?1, 'main')
        WHERE hidden <> 1
      """, .text(table)
    ) { row in
      let detail = UniqueIndex.Column(
        row.text(0), isGenerated: row.int(3) != 0, isNotNull: row.int(4) != 0,
        standard: row.optionalText(5))
      let column = TableColumn(row.text(0), declaredType: row.text(1))
      return (column: column, key: row.int(2), detail: detail)
    }
    columns = parts.map(\.column)
    let details = parts.map(\.detail)
    settable = details.filter { !$0.isGenerated }.map(\.name)
    let keys = parts.indices.filter { parts[$0].key > 0 }
    guard keys.count == 1 else {
      let reason = keys.isEmpty ? "no primary key" : "a primary key of \(keys.count) columns"
      throw TableError(
        .cannotBeFollowed,
        """
        The table "\(table)" has \(reason), and a list needs one of one column. Add such a column, \
        or follow another table.
        """)
    }
    keyColumn = keys[0]
    uniques = []
    let indexes = try connection.all(
      """
      SELECT l.name, l.origin, s.sql FROM pragma_index_list(?1, 'main') AS l
        LEFT JOIN main.sqlite_schema AS s ON s.type = 'index' AND s.name = l.name
        WHERE l."unique" ORDER BY l.name
      """, .text(table)
    ) { (name: $0.text(0), isKey: $0.text(1) == "pk", sql: $0.optionalText(2)) }
    keyIsRowNumber = !indexes.contains { $0.isKey }
    if !keyIsRowNumber, !found.hasNoRowNumber {
      rowNumber = ["rowid", "_rowid_", "oid"].first { name in
        !parts.contains { isSameName($0.column.name, name) }
      }
    }
    for index in indexes {
      let parts = try connection.all(
        """
        SELECT cid, name, coll FROM pragma_index_xinfo(?1, 'main') WHERE "key" ORDER BY seqno
        """, .text(index.name)
      ) { (column: $0.int(0), name: $0.optionalText(1), collation: $0.text(2)) }
      // Two keys that are equal in the index are one row, unless the collation is another one.
      if index.isKey, isTypedKey, parts.allSatisfy({ isSameName($0.collation, "BINARY") }) {
        continue
      }
      uniques.append(
        UniqueIndex(
          parts.map { ($0.column >= 0 ? $0.name : nil, $0.collation) }, sql: index.sql,
          of: Self.rowName(of: table), columns: details))
    }
  }

  /// Whether all keys have one type, so that none equals a key of another type.
  private var isTypedKey: Bool {
    let type = columns[keyColumn].declaredType.uppercased()
    return ["INT", "CHAR", "CLOB", "TEXT"].contains { type.contains($0) }
  }

  /// A condition for triggers: the key has stayed the same, as a value.
  var keyHasStayed: String {
    let (old, new) = ("OLD.\(quoted(key))", "NEW.\(quoted(key))")
    if keyIsRowNumber { return "\(old) IS \(new)" }
    let isSame = "\(old) COLLATE BINARY IS \(new)"
    return isTypedKey ? isSame : "\(isSame) AND typeof(\(old)) = typeof(\(new))"
  }
}
#endif
