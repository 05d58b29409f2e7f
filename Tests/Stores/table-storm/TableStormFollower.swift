#if SQLite && PostgreSQL
import Foundation
import StagecraftLists
import StagecraftTableLists

/// Follows the table, and writes down each state that it shows, until it is killed.
func runFollower(_ number: Int, _ site: TableStormSite) async throws {
  let parent = getppid()
  let path = site.shownFile(ofFollower: number)
  let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
  guard file >= 0 else { throw TableStormError("\(path) cannot be written.") }
  let watch = Task.detached {
    while getppid() == parent { try await Task.sleep(for: .milliseconds(200)) }
    exit(0)
  }
  defer { watch.cancel() }
  while true {
    do {
      let store = try site.store()
      let planted = PlantedTables(store, site.options.plant) {
        append("x", to: site.rereadFile(ofFollower: number))
      }
      let rows =
        if let count = TableStormOptions.limit(ofFollower: number) {
          try await TableList<StormRow>.window(
            of: "stock", at: planted, count: count, counting: number % 4 == 1
          ).list
        } else {
          try await TableList<StormRow>("stock", at: planted).list
        }
      for await transition in rows.transitions() {
        let line = ShownState(Array(transition.new), writers: site.options.writers).line
        // In one call, so that a follower that is killed leaves whole lines.
        _ = line.withCString { write(file, $0, strlen($0)) }
      }
    } catch is TableError {
      // The server is being restarted.
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

private func append(_ text: String, to path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
  _ = text.withCString { write(file, $0, strlen($0)) }
  close(file)
}

/// Tables that count how often their log was outrun, and may have a mistake on purpose.
struct PlantedTables: TableStore {
  let store: any TableStore
  let plant: TableStormOptions.Plant?
  let onOutrun: @Sendable () -> Void

  init(
    _ store: any TableStore, _ plant: TableStormOptions.Plant?,
    onOutrun: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.plant = plant
    self.onOutrun = onOutrun
  }

  func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable {
    PlantedTable(try await store.open(request), plant, onOutrun)
  }

  func remove(_ table: String) async throws(TableError) { try await store.remove(table) }
}

final class PlantedTable: FollowedTable {
  private let table: any FollowedTable
  private let plant: TableStormOptions.Plant?
  private let onOutrun: @Sendable () -> Void

  init(
    _ table: any FollowedTable, _ plant: TableStormOptions.Plant?,
    _ onOutrun: @escaping @Sendable () -> Void
  ) {
    self.table = table
    self.plant = plant
    self.onOutrun = onOutrun
  }

  var columns: [TableColumn] { table.columns }
  var keyColumn: Int { table.keyColumn }
  var signals: AsyncStream<Void> {
    plant == .deaf ? AsyncStream { _ in } : table.signals
  }
  var longestSilence: Duration? { plant == .deaf ? nil : table.longestSilence }

  func readAll(
    inBatchesOf count: Int, _ receive: @escaping @Sendable ([TableRecord]) -> Void
  ) async throws(TableError) -> TablePosition {
    try await table.readAll(inBatchesOf: count, receive)
  }

  func changes(since position: TablePosition) async throws(TableError) -> TableChanges {
    let changes = try await table.changes(since: position)
    guard case .changed(var written, var removed, var end) = changes else {
      onOutrun()
      if plant != .blind { return changes }
      let now = try await table.readAll(inBatchesOf: 1_000) { _ in }
      return .changed(written: [], removed: [], at: now)
    }
    switch plant {
    case .lost: if written.count > 2, Int.random(in: 0..<10) == 0 { written.removeLast() }
    case .kept: removed = []
    case .half:
      if written.count > 2 {
        written = Array(written.prefix(written.count / 2))
        end = position
      }
    case .late:
      // As if the numbers of transactions were committed in their order.
      let parts = end.mark.split(separator: "/", omittingEmptySubsequences: false)
      let snapshot = parts.last?.split(separator: ":", omittingEmptySubsequences: false) ?? []
      if parts.count == 3, snapshot.count == 3 {
        end.mark = "\(parts[0])/\(parts[1])/\(snapshot[1]):\(snapshot[1]):"
      }
    case .deaf, .blind, .short, nil: break
    }
    return .changed(written: written, removed: removed, at: end)
  }

  func rows(_ query: TableQuery) async throws(TableError) -> TableWindowRows {
    var rows = try await table.rows(query)
    if plant == .short, rows.rows.count > 1 { rows.rows.removeLast() }
    return rows
  }

  func write(_ edits: [TableEdit]) async throws(TableError) -> TableWriteResult {
    try await table.write(edits)
  }

  func close() async { await table.close() }
}
#endif
