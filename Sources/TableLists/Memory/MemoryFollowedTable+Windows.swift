internal import StageFloor

extension MemoryFollowedTable {
  func rows(_ query: TableQuery) async throws(TableError) -> TableWindowRows {
    let table = try current()
    store.state.withLock { $0.windowReads += 1 }
    let schema = table.schema(request.table)
    let order = RowOrder(columns: request.order)
    var positions: [Int] = []
    for column in request.order { positions.append(try schema.position(of: column.column)) }
    var conditions: [(position: Int, values: [TableValue])] = []
    for condition in query.conditions {
      conditions.append((try schema.position(of: condition.column), condition.values))
    }
    let records = table.sorted(by: order).filter { record in
      conditions.allSatisfy { condition in
        condition.values.contains { record.values[condition.position].compared(with: $0) == .same }
      }
    }
    func first(_ isReached: (ValueOrder) -> Bool, _ values: [TableValue], _ key: TableValue) -> Int
    {
      let start = SortKey(values: values, key: key)
      return records.firstIndex { record in
        isReached(order.compare(order.sortKey(record, at: positions, key: table.keyColumn), start))
      } ?? records.count
    }
    let start =
      switch query.start {
      case .beginning: 0
      case .end: records.count
      case .after(let values, let key): first({ $0 == .after }, values, key)
      case .from(let values, let key): first({ $0 != .before }, values, key)
      }
    let range =
      query.isBackward
      ? max(0, start - query.limit)..<start : start..<min(records.count, start + query.limit)
    return TableWindowRows(
      rows: Array(records[range]), countBefore: query.counts ? range.lowerBound : nil,
      countAfter: query.counts ? records.count - range.upperBound : nil, position: table.position)
  }
}
