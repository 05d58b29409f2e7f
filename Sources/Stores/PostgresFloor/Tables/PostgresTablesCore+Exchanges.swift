#if PostgreSQL || PostgresNIO
internal import StageFloor
internal import StagecraftTableLists
internal import StoreFloor

extension PostgresTablesCore {
  typealias Rows = [[TableRecord]]

  /// Reads little, or with `patience` much.
  func read(
    _ statements: [TableStatement], patience: Duration? = nil
  ) async -> Result<Rows, TableFailure> {
    await exchange(statements, patience: patience, changes: false) {
      patience == nil ? .read($0) : .load($0)
    }
  }

  /// Prunes the log now and then: writers whose transactions are serializable or read repeatably
  /// cannot.
  func prune(after entries: Int) {
    let isDue = entriesRead.withLock { count in
      count += entries
      if count < 1_024 { return false }
      count = 0
      return true
    }
    guard isDue else { return }
    let nanoseconds = configuration.operationTimeout.wholeNanoseconds
    _ = submit(
      .write(
        TableExchange(
          statements: [.prune], patience: nanoseconds,
          deadline: monotonicNanoseconds() + nanoseconds, answer: { _ in })))
  }

  func write(
    _ statements: [TableStatement], changes: Bool = false
  ) async throws(TableError) -> Rows {
    switch await exchange(statements, changes: changes, { .write($0) }) {
    case .success(let rows): return rows
    case .failure(let failure): throw failure.error
    }
  }

  func exchange(
    _ statements: [TableStatement], patience: Duration? = nil, changes: Bool,
    _ job: (TableExchange) -> TablesJob
  ) async -> Result<Rows, TableFailure> {
    let reply = PendingReply<Result<Rows, TableFailure>>()
    let nanoseconds = (patience ?? configuration.operationTimeout).wholeNanoseconds
    let exchange = TableExchange(
      statements: statements, patience: nanoseconds,
      deadline: monotonicNanoseconds() + nanoseconds, changes: changes
    ) {
      reply.resume(returning: $0)
    }
    if !submit(job(exchange)) {
      return .failure(TableFailure(error: .tablesAreClosed(place)))
    }
    return await reply.value {
      let sentence = "The task was cancelled before the server had answered."
      reply.resume(
        returning: .failure(
          TableFailure(error: TableError(changes ? .outcomeUnknown : .unreachable, sentence))))
    }
  }
}
#endif
