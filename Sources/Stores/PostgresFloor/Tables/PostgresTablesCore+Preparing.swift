#if PostgreSQL || PostgresNIO
internal import StagecraftTableLists

extension PostgresTablesCore {
  static let edition = 1

  /// What the catalogs say about a table that can be followed.
  func describe(_ request: TableRequest) async throws(TableError) -> PostgresTableShape {
    let found = try await write([.table(request.table)])
    guard let row = found[0].first?.values.map(\.text), let relation = row[0] else {
      throw TableError(
        .noSuchTable,
        "There is no table \"\(request.table)\" in PostgreSQL, \(place). Check its name.")
    }
    func refused(_ code: TableError.Code, _ sentence: String) -> TableError {
      TableError(code, "\"\(request.table)\" in PostgreSQL, \(place), \(sentence)")
    }
    switch row[3] {
    case "r": break
    case "p":
      throw refused(.cannotBeFollowed, "is partitioned. Follow one of its partitions' copies.")
    case "f": throw refused(.cannotBeFollowed, "is a foreign table. Follow it where it is stored.")
    default: throw refused(.noSuchTable, "is a view. Follow the table that it shows.")
    }
    if row[4] == "t" {
      throw refused(.cannotBeFollowed, "is temporary, so that no other connection sees it.")
    }
    if row[6] == "t" {
      throw refused(
        .cannotBeFollowed,
        "is a partition, or inherits rows, so that not all writes can be seen. Use another table.")
    }
    guard let key = row[7].flatMap({ Int($0) }), key > 0 else {
      throw refused(
        .cannotBeFollowed, "has no primary key of exactly one column. Add one.")
    }
    if row[8] == nil {
      throw refused(
        .cannotBeFollowed,
        """
        has a key whose type is not one of PostgreSQL's own: a cast that its owner has defined \
        would run with the rights of the schema "stagecraft". Use a key of a built-in type.
        """)
    }
    let columns = try await write([.columns(of: relation)])[0].map { $0.values.map(\.text) }
    var shape = PostgresTableShape(
      schema: row[1] ?? "", name: row[2] ?? "", relation: relation, fingerprint: row[5] ?? "",
      columns: columns.map { PostgresTableColumn($0) }, key: 0, order: [])
    guard let position = columns.firstIndex(where: { $0[0] == String(key) }) else {
      throw refused(.noSuchTable, "was changed meanwhile. Try again.")
    }
    shape.key = position
    for order in request.order {
      shape.order.append(
        .init(column: try shape.index(of: order.column), isDescending: order.isDescending))
    }
    return shape
  }

  /// Whether the schema is there, in an edition that this program knows.
  func hasSchema() async throws(TableError) -> Bool {
    guard let row = try await write([.hasSchema])[0].first?.values.map(\.text) else {
      throw TableError(.damaged, "\(self) answered without a row. Check the address.")
    }
    server.canPrepareTransactions = row[2] != "0"
    guard row[0] != nil else { return false }
    guard row[1] != nil else {
      throw TableError(
        .refused,
        """
        There is a schema "stagecraft" in \(self) that is not ours. Rename it, or use another \
        database.
        """)
    }
    if let owner = row[3] {
      throw TableError(
        .refused,
        """
        The schema "stagecraft" in \(self) belongs to the role "\(owner)", and its functions would \
        run with your rights. Let the owner of the database create it.
        """)
    }
    let found = try await write([.edition])[0].first?.values[0].text.flatMap { Int($0) } ?? 0
    if found > Self.edition {
      throw TableError(
        .tooNew,
        """
        The schema "stagecraft" in \(self) has edition \(found), and this program knows edition \
        \(Self.edition). Update this program.
        """)
    }
    if row[4] == nil {
      throw TableError(
        .refused,
        """
        The log of the schema "stagecraft" in \(self) has other columns than those of edition \
        \(Self.edition). Remove it with "drop schema stagecraft cascade", and open the tables again.
        """)
    }
    return true
  }

  /// Adds what is missing, for the table and for all.
  func prepare(_ shape: PostgresTableShape) async throws(TableError) {
    if try await !hasSchema() { try await createSchema() }
    let state = TableStatement.state(of: shape.relation, since: nil)
    var row = try await write([state])[0].first?.values.map(\.text)
    if row?[3] == nil {
      let attach = TableStatement(
        "select stagecraft.attach_1($1::pg_catalog.oid)", [shape.relation])
      try await change([attach])
      row = try await write([state])[0].first?.values.map(\.text)
    }
    if row?[2] == nil { try await change([TableStatement("select stagecraft.incarnate_1()")]) }
  }

  private func createSchema() async throws(TableError) {
    let script = String(decoding: PackageResources.tables_0001_sql, as: UTF8.self)
    let statements = script.split(separator: "\n----\n").map { TableStatement(String($0)) }
    do throws(TableError) {
      try await change(statements)
    } catch {
      // Another program may have created it meanwhile.
      if try await !hasSchema() { throw error }
    }
  }

  /// Changes the schema, one program at a time.
  func change(_ statements: [TableStatement]) async throws(TableError) {
    _ = try await write([.begin, .lockSchema] + statements + [.commit], changes: true)
  }
}

extension TableValue {
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

extension PostgresTableColumn {
  /// From a row of ``TableStatement/columns(of:)``.
  init(_ row: [String?]) {
    let type = row[4] ?? ""
    name = row[1] ?? ""
    self.type = row[2] ?? ""
    declaredType = row[3] ?? ""
    kind = PostgresTableKind(type: type)
    isNotNull = row[5] != nil
    isGenerated = row[7] != nil
    isPlain =
      switch kind {
      case .integer, .truth, .real, .bytes: true
      case .text: row[6] != nil
      // Their text has the same order: uuid, dates and times.
      case .other: ["2950", "1082", "1083", "1114", "1184"].contains(type)
      }
  }
}
#endif
