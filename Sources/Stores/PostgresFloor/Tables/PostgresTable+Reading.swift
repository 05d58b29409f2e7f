#if PostgreSQL || PostgresNIO
internal import StageFloor
internal import StagecraftTableLists

/// A position: the incarnation of the server's data, the fingerprint of the table, and a snapshot.
struct PostgresTableMark: Hashable, Sendable {
  var incarnation: String
  var fingerprint: String
  var snapshot: String

  init(incarnation: String, fingerprint: String, snapshot: String) {
    self.incarnation = incarnation
    self.fingerprint = fingerprint
    self.snapshot = snapshot
  }

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return nil }
    (incarnation, fingerprint, snapshot) = (parts[0], parts[1], parts[2])
  }

  var text: String { "\(incarnation)/\(fingerprint)/\(snapshot)" }

  /// The number of the first transaction that had not begun.
  var end: UInt64? {
    let parts = snapshot.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 3 ? UInt64(parts[1]) : nil
  }
}

/// A row of ``TableStatement/state(of:since:)``.
struct PostgresTableState: Hashable, Sendable {
  var log: String
  var mark: PostgresTableMark
  var isPruned: Bool

  /// Nil if the table is not followed, or its triggers are not as they were.
  init?(_ rows: [TableRecord]) {
    guard let row = rows.first?.values.map(\.text), row.count == 6, let log = row[0],
      let fingerprint = row[1], let incarnation = row[2], row[3] != nil, let snapshot = row[5]
    else { return nil }
    self.log = log
    mark = PostgresTableMark(
      incarnation: incarnation, fingerprint: fingerprint, snapshot: snapshot)
    isPruned = row[4] != nil
  }

  var position: TablePosition { TablePosition(log: log, mark: mark.text) }
}

extension PostgresTable {
  /// What a read inside one snapshot has found.
  enum Reading {
    case read(PostgresTableState, [[TableRecord]])
    /// The table is not as its shape says.
    case otherShape
  }

  /// Reads in one transaction; `statements` are not executed for a table of another shape.
  func read(
    _ shape: PostgresTableShape, since snapshot: String? = nil, _ statements: [TableStatement],
    patience: Duration? = nil
  ) async throws(TableError) -> Reading {
    var catalog = TableStatement.state(of: shape.relation, since: snapshot)
    catalog.isFit = { PostgresTableState($0)?.mark.fingerprint == shape.fingerprint }
    // A read of changes does not wait for a lock, because reads of other tables follow it.
    let lock = patience == nil ? shape.lockAtOnce : shape.lock
    let all = [.beginReading, lock, catalog] + statements + [.commit]
    let end = ContinuousClock.now + tables.configuration.operationTimeout * 0.9
    var pause = Duration.milliseconds(5)
    var result = await tables.read(all, patience: patience)
    while case .failure(let failure) = result, failure.message?.code == "55P03", patience == nil,
      ContinuousClock.now < end, (try? await Task.sleep(for: pause)) != nil
    {
      pause = min(pause * 2, .milliseconds(100))
      result = await tables.read(all)
    }
    let wasSlow = if case .failure(let failure) = result { failure.isSlow } else { false }
    state.withLock { $0.slowReads = wasSlow ? $0.slowReads + 1 : 0 }
    switch result {
    case .success(let rows):
      guard let state = PostgresTableState(rows[2]), state.mark.fingerprint == shape.fingerprint
      else { return .otherShape }
      return .read(state, Array(rows[3..<3 + statements.count]))
    case .failure(let failure):
      // Such as a column that was dropped.
      if failure.message?.isAboutStructure == true { return .otherShape }
      throw failure.error
    }
  }

  /// Reads, and once more after the table was created again.
  ///
  /// Rows fit ``columns`` as they were when the call began.
  private func read(
    patience: Duration? = nil,
    _ statements: (PostgresTableShape) throws(TableError) -> [TableStatement]
  ) async throws(TableError) -> (PostgresTableState, [[TableRecord]]) {
    let columns = try shape().columns
    for _ in 0..<3 {
      let shape = try shape()
      if shape.columns != columns { break }
      if case .read(let state, let rows) = try await read(
        shape, try statements(shape), patience: patience)
      {
        return (state, rows)
      }
      try await reshape()
    }
    throw TableError(
      .unreachable, "The columns of table \"\(request.table)\" were changed meanwhile. Try again.")
  }

  func readAll(
    inBatchesOf count: Int, _ receive: @escaping @Sendable ([TableRecord]) -> Void
  ) async throws(TableError) -> TablePosition {
    // Rows are sent after they are sorted, and each row may take as long.
    let patience = max(.seconds(60), tables.configuration.operationTimeout)
    // Rows are received here, and not on the thread that reads for all tables.
    let (batches, continuation) = AsyncStream.makeStream(of: [TableRecord].self)
    async let reading = readAll(patience, batch: max(count, 1), into: continuation)
    for await batch in batches { receive(batch) }
    let state = try await reading.get()
    look(isBusy: false)
    // The stream ends when the task is cancelled.
    if Task.isCancelled {
      throw TableError(.unreachable, "The task was cancelled before all rows were read.")
    }
    return state.position
  }

  private func readAll(
    _ patience: Duration, batch: Int, into continuation: AsyncStream<[TableRecord]>.Continuation
  ) async -> Result<PostgresTableState, TableError> {
    defer { continuation.finish() }
    do throws(TableError) {
      let (state, _) = try await read(patience: patience) { shape in
        let order = shape.ordering(isBackward: false)
        var rows = TableStatement(
          "select \(shape.selection) from only \(shape.quoted) t \(order)", kinds: shape.kinds)
        rows.stream = TableRowStream(batch: batch) { continuation.yield($0) }
        return [rows]
      }
      return .success(state)
    } catch {
      return .failure(error)
    }
  }

  /// Says that a read has ended, so that writers are asked to notify.
  private func look(isBusy: Bool) {
    _ = tables.submit(.looked(id: id, isBusy: isBusy))
  }

  func changes(since position: TablePosition) async throws(TableError) -> TableChanges {
    do throws(TableError) {
      let changes = try await readChanges(since: position)
      look(isBusy: isBusy(changes, since: position))
      return changes
    } catch {
      look(isBusy: false)
      // They would take as long the next time.
      if state.withLock({ $0.slowReads }) >= 2 { return .unknown }
      throw error
    }
  }

  /// Whether more than two transactions had begun since the last read.
  private func isBusy(_ changes: TableChanges, since position: TablePosition) -> Bool {
    let isRepeated = state.withLock { state in
      defer { state.lastStart = position.mark }
      return state.lastStart == position.mark
    }
    guard !isRepeated, case .changed(let written, let removed, let newer) = changes,
      !written.isEmpty || !removed.isEmpty, let start = PostgresTableMark(position.mark)?.end,
      let end = PostgresTableMark(newer.mark)?.end
    else { return false }
    return end > start + 2
  }

  private func readChanges(since position: TablePosition) async throws(TableError) -> TableChanges {
    let shape = try shape()
    guard let mark = PostgresTableMark(position.mark), mark.fingerprint == shape.fingerprint else {
      return .unknown
    }
    guard
      case .read(let state, let results) = try await read(
        shape, since: mark.snapshot, [shape.changedRows(since: mark.snapshot)])
    else {
      try await reshape()
      return .unknown
    }
    guard state.log == position.log, state.mark.incarnation == mark.incarnation, !state.isPruned
    else { return .unknown }
    tables.prune(after: results[0].count)
    var written: [TableRecord] = []
    var removed: [TableValue] = []
    for row in results[0] {
      guard row.values[0] != .null else { return .unknown }
      if row.values[1] == .null {
        removed.append(row.values[2])
      } else {
        written.append(TableRecord(Array(row.values[3...])))
      }
    }
    return .changed(written: written, removed: removed, at: state.position)
  }

  func rows(_ query: TableQuery) async throws(TableError) -> TableWindowRows {
    let patience = max(.seconds(60), tables.configuration.operationTimeout)
    let (state, results) = try await read(patience: patience) { shape throws(TableError) in
      try shape.window(query)
    }
    look(isBusy: false)
    var rows = results[0]
    if query.isBackward { rows.reverse() }
    if !query.counts {
      return TableWindowRows(
        rows: rows, countBefore: nil, countAfter: nil, position: state.position)
    }
    let counts = results[1].first?.values ?? []
    guard counts.count == 2, case .integer(let all) = counts[0],
      case .integer(let inRange) = counts[1]
    else { throw TableError(.damaged, "The server has answered without the number of rows.") }
    let outside = Int(all - inRange)
    let left = Int(inRange) - rows.count
    return TableWindowRows(
      rows: rows, countBefore: query.isBackward ? left : outside,
      countAfter: query.isBackward ? outside : left, position: state.position)
  }
}
#endif
