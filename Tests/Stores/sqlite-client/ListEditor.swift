#if SQLite
import StageFloor
import StagecraftLists
import StagecraftSQLiteStore
import StagecraftTableLists

/// Raises the state of the first order, through a list of its own.
enum ListEditor {
  private struct Order: Codable, Identifiable, Sendable {
    var id: Int
    var state: Int?
  }

  static func raise(_ path: String, times: Int) async throws {
    let orders = try await TableList<Order>("orders", at: SQLiteTables(path))
    say("open")
    guard readLine() != nil else { _exit(0) }
    for _ in 0..<times {
      try await orders.update(1) { $0.state = ($0.state ?? 0) + 1 }
    }
    say("done \(times)")
    await orders.close()
  }

  /// Says how many threads tables have while three are open, and after they were closed.
  static func openAndClose(_ path: String) async throws {
    var tables: [any FollowedTable] = []
    for _ in 0..<3 {
      tables.append(try await SQLiteTables(path).open(TableRequest(table: "orders")))
    }
    let open = threads()
    for table in tables { await table.close() }
    try await SQLiteTables(path).remove("orders")
    // A thread that has ended is listed for a moment.
    for _ in 0..<1_000 where threads() > 0 { usleep(1_000) }
    say("threads \(open) \(threads())")
  }

  private static func threads() -> Int {
    guard let folder = opendir("/proc/self/task") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let file = fopen("/proc/self/task/\(name)/comm", "r") else { continue }
      defer { fclose(file) }
      var text = [CChar](repeating: 0, count: 32)
      if fgets(&text, 32, file) != nil, strcmp(text, "sqlite-table\n") == 0 { count += 1 }
    }
    return count
  }
}
#endif
