#if SQLite && PostgreSQL
import StagecraftSQLiteStore
import StagecraftTableLists

/// What a list costs without a database.
extension TableCases {
  func memory() async throws {
    for count in report.isSmoke ? [100] : [100, 10_000, 1_000_000] {
      let rows = (1...count).map {
        BenchOrder(
          id: $0, reader: "reader \($0 % 1_000)", title: "the title of book \($0)", state: 0)
      }
      let store = try MemoryTableStore("orders", rows: rows)
      let name = "in memory, \(count) rows"
      var (loading, one, many, now, confirmed) = (Cost(), Cost(), Cost(), Cost(), Cost())
      let list = try await loading.measure {
        try await TableList<BenchOrder>("orders", at: store, format: BenchOrder.format)
      }
      report.add("\(name), a list is loaded", loading.summary)
      var transitions = list.list.transitions(initial: false).makeAsyncIterator()
      for round in 1...(report.isSmoke ? 5 : 500) {
        let id = 1 + round * 7_919 % count
        try await one.measure {
          try store.write([Self.edit(id, round)], in: "orders")
          while let next = await transitions.next(isolation: #isolation),
            next.new[id: id]?.state != round
          {}
        }
      }
      report.add("\(name), from commit to transition", one.quantiles)
      for round in 1...5 {
        let ids = stride(from: 100, through: count, by: 100)
        let edits = ids.map { Self.edit($0, -round) }
        try await many.measure {
          try store.write(edits, in: "orders")
          while let next = await transitions.next(isolation: #isolation),
            next.new[id: 100]?.state != -round
          {}
        }
      }
      report.add("\(name), 1 % changed in one transaction", many.summary)
      for round in 1...(report.isSmoke ? 5 : 500) {
        let id = 1 + round * 7_919 % count
        let edit = try await now.measure { try list.updateNow(id) { $0.state += 1 } }
        try await confirmed.measure { try await edit.confirmed() }
      }
      report.add("\(name), an edit is shown at once", now.quantiles)
      report.add("\(name), from then until it is confirmed", confirmed.quantiles)
      await list.close()
    }
  }

  /// The memory of a row: of a list, and of structures in an array, each in a process of its own.
  func residentMemory(_ path: String, _ count: Int) throws {
    let figures = try ["list", "array"].map { kind in
      let child = try Child(["--table-memory", path, kind])
      guard let bytes = Int(child.finish()) else { throw BenchError("A child has failed.") }
      return "\(bytes / count) bytes"
    }
    report.add(
      "SQLite, \(count) rows, memory of a row: in a list, in an array",
      figures.joined(separator: ", "))
  }

  private static func edit(_ id: Int, _ state: Int) -> TableEdit {
    .update(
      key: .integer(Int64(id)), [TableField("state", .integer(Int64(state)))], expecting: [])
  }
}

/// The process that keeps all rows, and says how much memory they take.
enum TableMemory {
  static func run(_ path: String, _ kind: String) async throws {
    let before = Memory.resident
    if kind == "array" {
      let rows = try RawTable(path).all()
      withExtendedLifetime(rows) { print(Memory.resident - before) }
    } else {
      let list = try await TableList<BenchOrder>(
        "orders", at: SQLiteTables(path), format: BenchOrder.format)
      withExtendedLifetime(list) { print(Memory.resident - before) }
    }
  }
}
#endif
