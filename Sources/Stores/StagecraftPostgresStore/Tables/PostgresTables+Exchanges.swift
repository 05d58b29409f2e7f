#if PostgreSQL
internal import StagecraftTableLists
internal import StoreFloor

extension PostgresTables {
  typealias Rows = [[TableRecord]]

  /// Reads little, or with `patience` much.
  func read(
    _ statements: [TableStatement], patience: Duration? = nil
  ) async -> Result<Rows, TableFailure> {
    await exchange(statements, patience: patience, changes: false) {
      patience == nil ? .read($0) : .load($0)
    }
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
    if !thread.submit(job(exchange)) {
      return .failure(TableFailure(error: .tablesAreClosed(options.description)))
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
