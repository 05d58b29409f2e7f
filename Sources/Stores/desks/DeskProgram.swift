#if SQLite
internal import SceneFloor
internal import StageFloor
internal import StagecraftLists
internal import StagecraftSQLiteStore
internal import StagecraftTableLists

/// What a desk does: a process that obeys the lines on its standard input, and answers each.
struct DeskProgram {
  let name: String
  let path: String

  func run() async throws {
    let orders = try await TableList<Order>("orders", at: SQLiteTables(path))
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    readLines(STDIN_FILENO, continuation)
    writeLine("open", to: STDOUT_FILENO)
    for await line in lines {
      do {
        writeLine(try await obey(line.split(separator: " "), orders), to: STDOUT_FILENO)
      } catch {
        writeLine("failed \(error)", to: STDOUT_FILENO)
      }
    }
    await orders.close()
  }

  private func obey(_ words: [Substring], _ orders: TableList<Order>) async throws -> String {
    switch (words.first, words.dropFirst().first.flatMap { Int($0) }) {
    case ("lend", let id?):
      try await orders.update(id) { order in
        order.state = "lent"
        order.reader = "a reader of \(name)"
      }
      return "lent"
    case ("return", let id?):
      try await orders.update(id) { order in
        order.state = "free"
        order.reader = ""
      }
      return "returned"
    case ("count", let id?):
      // A counter that both desks raise: nothing may be lost.
      for _ in 0..<50 {
        try await orders.update(id) { $0.reader = "\((Int($0.reader) ?? 0) + 1)" }
      }
      return "counted"
    case ("lose", _):
      // A program of the desk's in the middle of a transaction: it says so, and never ends it.
      let script = try SQLiteScript(path)
      try script.run("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE orders SET state = 'lost'")
      writeLine("inside", to: STDOUT_FILENO)
      while true { pause() }
    case ("digest", _):
      try await orders.catchUp()
      return orders.list.snapshot().digest
    default: return "what?"
    }
  }
}
#endif
