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
      let planted: any TableStore = site.options.plant.map { PlantedTables(store, $0) } ?? store
      let list = try await TableList<StormRow>("stock", at: planted)
      for await transition in list.list.transitions() {
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

/// Tables with a mistake on purpose.
struct PlantedTables: TableStore {
  let store: any TableStore
  let plant: TableStormOptions.Plant

  init(_ store: any TableStore, _ plant: TableStormOptions.Plant) {
    self.store = store
    self.plant = plant
  }

  func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable {
    PlantedTable(try await store.open(request), plant)
  }

  func remove(_ table: String) async throws(TableError) { try await store.remove(table) }
}

final class PlantedTable: FollowedTable {
  private let table: any FollowedTable
  private let plant: TableStormOptions.Plant

  init(_ table: any FollowedTable, _ plant: TableStormOptions.Plant) {
    self.table = table
    self.plant = plant
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
    guard case .changed(var written, var removed, var end) = changes else { return changes }
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
    case .deaf: break
    }
    return .changed(written: written, removed: removed, at: end)
  }

  func rows(_ query: TableQuery) async throws(TableError) -> TableWindowRows {
    try await table.rows(query)
  }

  func write(_ edits: [TableEdit]) async throws(TableError) -> TableWriteResult {
    try await table.write(edits)
  }

  func close() async { await table.close() }
}
#endif
