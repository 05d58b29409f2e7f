#if SQLite
internal import StageFloor
internal import StagecraftTableLists
internal import StoreFloor

/// What the thread of a table and its callers share.
final class TableCore: Sendable {
  let request: TableRequest
  let paths: StorePaths
  let limits: TableLimits
  let signals: AsyncStream<Void>
  let columns = Guarded<[TableColumn]>([])
  private let continuation: AsyncStream<Void>.Continuation
  private let closed = Guarded(false)

  init(_ request: TableRequest, _ paths: StorePaths, _ limits: TableLimits) {
    self.request = request
    self.paths = paths
    self.limits = limits
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func signal() { continuation.yield() }

  func finish() { continuation.finish() }

  var isClosed: Bool { closed.copy }

  /// Ends what is under way: the thread asks after each batch of rows, and while it waits.
  func close() { closed.withLock { $0 = true } }

  func result<Value>(_ body: () throws -> Value) -> Result<Value, TableError> {
    do {
      return .success(try body())
    } catch {
      if isClosed { return .failure(.closed(request.table)) }
      return .failure(TableError(error, table: request.table, path: paths.database))
    }
  }

  var locked: TableError {
    let seconds = (Double(limits.timeout) / 100_000_000).rounded() / 10
    return TableError(
      .unreachable,
      """
      "\(paths.database)" was locked by another writer for \(seconds) seconds, and nothing was \
      written to the table "\(request.table)". Try again later.
      """)
  }
}
#endif
