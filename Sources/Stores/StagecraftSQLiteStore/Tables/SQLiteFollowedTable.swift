#if SQLite
internal import StageFloor
internal import StagecraftTableLists
internal import StoreFloor

/// A table of a file that one list follows, with a connection and a thread of its own.
final class SQLiteFollowedTable: FollowedTable {
  let keyColumn: Int
  let longestSilence: Duration?

  let core: TableCore
  private let thread: PollThread<TableWork>

  var columns: [TableColumn] { core.columns.copy }

  var signals: AsyncStream<Void> { core.signals }

  init(_ core: TableCore) async throws(TableError) {
    let thread = try core.start()
    core.setNotice { [weak thread] in _ = thread?.submit(.filesChanged) }
    let call = TableCall<OpenedTable>()
    thread.submit(.open(call))
    let opened: OpenedTable
    do throws(TableError) {
      opened = try await call.value()
    } catch {
      await thread.stopAndWait()
      throw error
    }
    self.core = core
    self.thread = thread
    keyColumn = opened.keyColumn
    longestSilence = opened.hearsCommits ? nil : .seconds(1)
  }

  deinit { core.close() }

  func readAll(
    inBatchesOf count: Int, _ receive: @escaping @Sendable ([TableRecord]) -> Void
  ) async throws(TableError) -> TablePosition {
    try await answer { .readAll(batch: max(count, 1), receive: receive, $0) }
  }

  func changes(since position: TablePosition) async throws(TableError) -> TableChanges {
    try await answer { .changes(position, $0) }
  }

  func rows(_ query: TableQuery) async throws(TableError) -> TableWindowRows {
    try await answer { .rows(query, $0) }
  }

  func write(_ edits: [TableEdit]) async throws(TableError) -> TableWriteResult {
    try await answer { .write(edits, $0) }
  }

  private func answer<Value>(
    _ job: (TableCall<Value>) -> TableWork.Job
  ) async throws(TableError) -> Value {
    let call = TableCall<Value>()
    guard thread.submit(job(call)) else { throw .closed(core.request.table) }
    return try await call.value()
  }

  func close() async {
    core.close()
    await thread.stopAndWait()
  }
}

extension TableCore {
  func start() throws(TableError) -> PollThread<TableWork> {
    do throws(PollThreadError) {
      return try PollThread("sqlite-table") { TableWork(self) }
    } catch {
      throw TableError(.unreachable, error.description)
    }
  }
}
#endif
