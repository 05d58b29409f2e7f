#if PostgreSQL || PostgresNIO
internal import StagecraftTableLists

struct PostgresTableColumn: Hashable, Sendable {
  var name: String
  /// The type, for a cast.
  var type: String
  /// The type as it is declared.
  var declaredType: String
  var kind: PostgresTableKind
  var isNotNull: Bool
  /// Whether the server computes it from other columns, so that it cannot be written.
  var isGenerated: Bool
  /// Whether the database compares it as ``TableValue`` does, so that an index can be used.
  var isPlain: Bool

  var quoted: String { PostgresTableName.quoted(name) }
  var selected: String { kind.selected("t.\(quoted)") }

  /// What rows are ordered by.
  var ordered: String {
    if isPlain { return "t.\(quoted)" }
    return kind == .text ? "t.\(quoted) collate \"C\"" : "t.\(quoted)::text collate \"C\""
  }

  /// A parameter that is compared with ``ordered``.
  func orderedParameter(_ number: Int) -> String {
    isPlain || kind == .text ? "$\(number)::\(type)" : "$\(number)::text"
  }
}

/// What the catalogs say about a table.
struct PostgresTableShape: Hashable, Sendable {
  var schema: String
  var name: String
  var relation: String
  /// Changes when the columns, the key or the stored rows are replaced without triggers.
  var fingerprint: String
  var columns: [PostgresTableColumn]
  var key: Int
  var order: [Order]

  struct Order: Hashable, Sendable {
    var column: Int
    var isDescending: Bool
  }

  var quoted: String {
    PostgresTableName.quoted(schema) + "." + PostgresTableName.quoted(name)
  }

  var keyColumn: PostgresTableColumn { columns[key] }

  var kinds: [PostgresTableKind] { columns.map(\.kind) }

  var selection: String { columns.map(\.selected).joined(separator: ", ") }

  /// `order by`, with the key at the end.
  func ordering(isBackward: Bool) -> String {
    let all = order + [Order(column: key, isDescending: false)]
    let terms = all.map { order in
      let column = columns[order.column]
      let isDescending = order.isDescending != isBackward
      // Without the clause where no value is null, so that an ordinary index fits.
      let nulls = column.isNotNull ? "" : isDescending ? " nulls last" : " nulls first"
      return column.ordered + (isDescending ? " desc" : "") + nulls
    }
    return "order by " + terms.joined(separator: ", ")
  }

  func index(of column: String) throws(TableError) -> Int {
    if let index = columns.firstIndex(where: { $0.name == column }) { return index }
    throw TableError(
      .noSuchColumn, "Table \"\(schema).\(name)\" has no column \"\(column)\". Check its name.")
  }
}
#endif
