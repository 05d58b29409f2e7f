#if SQLite
internal import StagecraftTableLists

extension TableFile {
  func rows(
    _ query: TableQuery, while isWanted: @escaping () -> Bool
  ) throws -> TableWindowRows {
    let filter = try filter(query.conditions)
    let columns = columns
    return try read(while: isWanted) {
      try requireSame(columns)
      let parts = try parts(query.start, isBackward: query.isBackward)
      var found: [TableRecord] = []
      let order = orderList(isBackward: query.isBackward)
      for part in parts where found.count < query.limit {
        let condition = filter.adding(part)
        try connection.each(
          """
          SELECT \(columnList) FROM \(rows) WHERE \(condition.sql) ORDER BY \(order) LIMIT ?
          """, condition.values + [.integer(query.limit - found.count)]
        ) { row in
          found.append(try record(row))
          return true
        }
      }
      if query.isBackward { found.reverse() }
      let counts = query.counts ? try counts(around: found, query.start, filter) : nil
      return TableWindowRows(
        rows: found, countBefore: counts?.before, countAfter: counts?.after,
        position: try position())
    }
  }

  func orderList(isBackward: Bool) -> String {
    let terms = order.map { term in
      "\(term.name) COLLATE BINARY \(term.isDescending == isBackward ? "ASC" : "DESC")"
    }
    return terms.joined(separator: ", ")
  }

  // MARK: Parts

  private func filter(_ conditions: [TableCondition]) throws -> RowCondition {
    var filter = RowCondition()
    for condition in conditions {
      guard let index = columns.firstIndex(where: { $0.name == condition.column }) else {
        throw noSuchColumn(condition.column)
      }
      let name = "r.\(quoted(columns[index].name))"
      let values = condition.values.filter { $0 != .null }
      let marks = values.map { _ in "?" }.joined(separator: ", ")
      // A key is found as the edits find it.
      let isKey = index == keyColumn
      let isOne = "\(name)\(isKey ? "" : " COLLATE BINARY") IN (\(marks))"
      let mayBeNull = values.count < condition.values.count
      filter.add(mayBeNull ? "(\(isOne) OR \(name) IS NULL)" : isOne, values)
    }
    return filter
  }

  /// The rows after a start, or before it.
  private func parts(_ start: TableQuery.Start, isBackward: Bool) throws -> [RowCondition] {
    switch start {
    case .beginning: return isBackward ? [] : [RowCondition()]
    case .end: return isBackward ? [RowCondition()] : []
    case .after(let values, let key):
      return try side(values, key).parts(isBackward: isBackward, includesRow: isBackward)
    case .from(let values, let key):
      return try side(values, key).parts(isBackward: isBackward, includesRow: !isBackward)
    }
  }

  private func side(_ values: [TableValue], _ key: TableValue) throws -> RowSide {
    guard values.count + 1 == order.count else {
      throw TableError(
        .noSuchColumn,
        """
        The rows of the table "\(shape.table)" are ordered by \(order.count - 1) columns, and the \
        start of the query has values for \(values.count).
        """)
    }
    return RowSide(order, of: values + [key])
  }

  private func counts(
    around found: [TableRecord], _ start: TableQuery.Start, _ filter: RowCondition
  ) throws -> (before: Int, after: Int) {
    var before: [RowCondition]
    if let first = found.first {
      before = RowSide(order, of: orderValues(of: first))
        .parts(isBackward: true, includesRow: false)
    } else {
      before = try parts(start, isBackward: true)
    }
    let total = try count([RowCondition()], filter)
    let countBefore = try count(before, filter)
    return (countBefore, total - countBefore - found.count)
  }

  /// The values that decide where a row is.
  private func orderValues(of record: TableRecord) -> [TableValue] {
    let columns = request.order.map { order in
      self.columns.firstIndex { $0.name == order.column }
        ?? self.columns.firstIndex { isSameName($0.name, order.column) } ?? keyColumn
    }
    return (columns + [keyColumn]).map { record.values[$0] }
  }

  private func count(_ parts: [RowCondition], _ filter: RowCondition) throws -> Int {
    var sum = 0
    for part in parts {
      let condition = filter.adding(part)
      sum +=
        try connection.first(
          text: "SELECT count(*) FROM \(rows) WHERE \(condition.sql)", condition.values
        ) { $0.int(0) } ?? 0
    }
    return sum
  }

  func noSuchColumn(_ column: String) -> TableError {
    TableError(
      .noSuchColumn,
      """
      The table "\(shape.table)" has no column "\(column)". It has: \
      \(shape.columns.map(\.name).joined(separator: ", ")).
      """)
  }
}
#endif
