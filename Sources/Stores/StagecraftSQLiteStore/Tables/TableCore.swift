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
  private let notice = Guarded(Notice())

  /// How the thread of the table learns that files have changed.
  private struct Notice: Sendable {
    var submit: (@Sendable () -> Void)?
    /// Whether a job for it waits: a thread that reads for long receives one, not thousands.
    var isSubmitted = false
  }

  init(_ request: TableRequest, _ paths: StorePaths, _ limits: TableLimits) {
    self.request = request
    self.paths = paths
    self.limits = limits
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func signal() { continuation.yield() }

  func setNotice(_ submit: @escaping @Sendable () -> Void) {
    notice.withLock { $0.submit = submit }
  }

  /// Files have changed; is called on any thread.
  func filesChanged() {
    let submit = notice.withLock { notice -> (@Sendable () -> Void)? in
      if notice.isSubmitted { return nil }
      notice.isSubmitted = true
      return notice.submit
    }
    submit?()
  }

  /// The thread looks from here on.
  func noticed() { notice.withLock { $0.isSubmitted = false } }

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
