#if PostgreSQL || PostgresNIO
internal import StagecraftTableLists

/// Collects the parameters of a statement while its text is written.
private struct Parameters {
  var values: [String?] = []

  mutating func add(
    _ value: TableValue, _ column: PostgresTableColumn
  ) throws(TableError) -> Int {
    values.append(try column.kind.parameter(value, column: column.name))
    return values.count
  }
}

extension PostgresTableShape {
  /// The rows of a window; and if it counts, how many rows meet the conditions, and how many of them
  /// are in its range.
  func window(_ query: TableQuery) throws(TableError) -> [TableStatement] {
    var parameters = Parameters()
    var conditions: [String] = []
    for condition in query.conditions {
      conditions.append(try text(of: condition, &parameters))
    }
    let filter = conditions.isEmpty ? "true" : conditions.joined(separator: " and ")
    let range = try range(of: query, &parameters)
    let rows = TableStatement(
      """
      select \(selection) from only \(quoted) t where \(filter) and \(range)
      \(ordering(isBackward: query.isBackward)) limit \(max(query.limit, 0))
      """, parameters.values, kinds: kinds)
    if !query.counts { return [rows] }
    let counts = TableStatement(
      """
      select pg_catalog.count(*), pg_catalog.count(*) filter (where \(range))
      from only \(quoted) t where \(filter)
      """, parameters.values, kinds: [.integer, .integer])
    return [rows, counts]
  }

  private func text(
    of condition: TableCondition, _ parameters: inout Parameters
  ) throws(TableError) -> String {
    let column = columns[try index(of: condition.column)]
    var terms: [String] = []
    for value in condition.values {
      if value == .null {
        terms.append("t.\(column.quoted) is null")
      } else {
        let number = try parameters.add(value, column)
        terms.append("t.\(column.quoted) = $\(number)::\(column.type)")
      }
    }
    return terms.isEmpty ? "false" : "(\(terms.joined(separator: " or ")))"
  }

  private func range(
    of query: TableQuery, _ parameters: inout Parameters
  ) throws(TableError) -> String {
    switch query.start {
    case .beginning: return query.isBackward ? "false" : "true"
    case .end: return query.isBackward ? "true" : "false"
    case .after(let values, let key):
      // Behind the row: what is read backward from there begins with it.
      return try range(
        after: values, key, isIncluded: query.isBackward, query.isBackward, &parameters)
    case .from(let values, let key):
      return try range(
        after: values, key, isIncluded: !query.isBackward, query.isBackward, &parameters)
    }
  }

  /// Rows that come after a row in the order of the request, or before it if backward.
  private func range(
    after values: [TableValue], _ keyValue: TableValue, isIncluded: Bool, _ isBackward: Bool,
    _ parameters: inout Parameters
  ) throws(TableError) -> String {
    guard values.count == order.count else {
      throw TableError(
        .refused,
        "A window begins at a row with \(values.count) of \(order.count) values of its order.")
    }
    var text = ""
    var bounds: [String] = []
    var depth = 0
    for (order, value) in zip(order, values) {
      let column = columns[order.column]
      let number = value == .null ? 0 : try parameters.add(value, column)
      let isDescending = order.isDescending != isBackward
      let comparison = Comparison(column, value == .null ? nil : number, isDescending)
      // An index finds the first row by this; the rest says which rows follow.
      if depth == 0, let bound = comparison.bound { bounds.append(bound) }
      text += "(\(comparison.after) or \(comparison.equal) and "
      depth += 1
    }
    let number = try parameters.add(keyValue, keyColumn)
    let sign = (isBackward ? "<" : ">") + (isIncluded ? "=" : "")
    text += "\(keyColumn.ordered) \(sign) \(keyColumn.orderedParameter(number))"
    text += String(repeating: ")", count: depth)
    return (bounds + [text]).joined(separator: " and ")
  }

  /// How a column of a row compares with a value, where null comes before everything else.
  private struct Comparison {
    var after: String
    var equal: String
    /// What both imply, if an index can use it.
    var bound: String?

    init(_ column: PostgresTableColumn, _ parameter: Int?, _ isDescending: Bool) {
      let isNull = "t.\(column.quoted) is null"
      guard let parameter else {
        after = isDescending ? "false" : "t.\(column.quoted) is not null"
        equal = isNull
        return
      }
      let value = column.orderedParameter(parameter)
      equal = "\(column.ordered) = \(value)"
      if isDescending {
        after =
          column.isNotNull
          ? "\(column.ordered) < \(value)" : "(\(column.ordered) < \(value) or \(isNull))"
        bound = column.isNotNull ? "\(column.ordered) <= \(value)" : nil
      } else {
        after = "\(column.ordered) > \(value)"
        bound = "\(column.ordered) >= \(value)"
      }
    }
  }
}
#endif
