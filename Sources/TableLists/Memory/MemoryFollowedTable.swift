internal import StageFloor

/// A table of a ``MemoryTableStore`` that a list follows.
final class MemoryFollowedTable: FollowedTable {
  let store: MemoryTableStore
  let request: TableRequest
  private let number: UInt64
  let signals: AsyncStream<Void>

  init(
    _ store: MemoryTableStore, _ request: TableRequest, number: UInt64, signals: AsyncStream<Void>
  ) {
    self.store = store
    self.request = request
    self.number = number
    self.signals = signals
  }

  deinit { store.end(number) }

  var columns: [TableColumn] {
    store.state.withLock { $0.tables[request.table]?.columns ?? [] }
  }

  var keyColumn: Int { store.state.withLock { $0.tables[request.table]?.keyColumn ?? 0 } }

  var longestSilence: Duration? { nil }

  func current() throws(TableError) -> MemoryTable {
    try store.state.withLock { state throws(TableError) in
      if let failure = state.failure { throw failure }
      return try state.table(request.table)
    }
  }

  func readAll(
    inBatchesOf count: Int, _ receive: @escaping @Sendable ([TableRecord]) -> Void
  ) async throws(TableError) -> TablePosition {
    let table = try current()
    let records = table.sorted(by: RowOrder(columns: request.order))
    var start = 0
    while start < records.count {
      let end = min(start + count, records.count)
      receive(Array(records[start..<end]))
      start = end
    }
    return table.position
  }

  func changes(since position: TablePosition) async throws(TableError) -> TableChanges {
    // Under the lock, because a copy of the table would be copied by the next edit.
    try store.state.withLock { state throws(TableError) in
      if let failure = state.failure { throw failure }
      return try state.table(request.table).changes(since: position)
    }
  }

  func write(_ edits: [TableEdit]) async throws(TableError) -> TableWriteResult {
    try store.write(edits, in: request.table)
  }

  func close() async { store.end(number) }
}
