#if SQLite && PostgreSQL
import Foundation
import StageFloor
import StagecraftTableLists

/// What one transaction of a writer does, besides counting itself.
struct StormEdits {
  var shared: [Int] = []
  /// A row of its own, and whether it is removed.
  var owned: [(id: Int, isRemoval: Bool)] = []
  var title: String
  var isRolledBack: Bool
  /// In plain SQL: whether one statement writes several rows, and whether edits follow that a
  /// savepoint takes back.
  var isOneStatement: Bool
  var hasSavepoint: Bool

  init(writer: Int, _ numbers: inout SplitMix64) {
    let count = Int.random(in: 0...3, using: &numbers)
    // In one order, so that no two transactions wait for each other.
    shared = Set((0..<count).map { _ in Int.random(in: 1...StormRow.shared, using: &numbers) })
      .sorted()
    for _ in 0..<Int.random(in: 0...3, using: &numbers) {
      let id = writer * 1_000 + Int.random(in: 0..<StormRow.owned, using: &numbers)
      if owned.contains(where: { $0.id == id }) { continue }
      owned.append((id, Int.random(in: 0..<3, using: &numbers) == 0))
    }
    title = "by \(writer) \(Int.random(in: 0...999_999, using: &numbers))"
    isRolledBack = Int.random(in: 0..<8, using: &numbers) == 0
    isOneStatement = Bool.random(using: &numbers)
    hasSavepoint = Int.random(in: 0..<4, using: &numbers) == 0
  }
}

/// A writer in plain SQL, which knows nothing of followers: a file for `psql` or `sqlite3`.
func script(ofWriter writer: Int, seed: UInt64, isSQLite: Bool) -> String {
  var numbers = SplitMix64(seed: seed)
  var text = isSQLite ? ".timeout 10000\n" : ""
  for _ in 0..<500 {
    let edits = StormEdits(writer: writer, &numbers)
    text += isSQLite ? "begin immediate;\n" : "begin;\n"
    text += "update stock set n = n + 1 where id = -\(writer);\n"
    text += edits.statements(of: writer)
    if edits.hasSavepoint {
      text += """
        savepoint a;
        update stock set n = n + 1000, title = 'taken back' where id in (1, -\(writer));
        delete from stock where id between \(writer * 1_000) and \(writer * 1_000 + 5);
        rollback to a;\n
        """
    }
    text += edits.isRolledBack ? "rollback;\n" : "commit;\n"
    text += isSQLite ? ".shell sleep 0.02\n" : "select pg_sleep(0.01);\n"
  }
  return text
}

extension StormEdits {
  fileprivate func statements(of writer: Int) -> String {
    func all(_ ids: [Int]) -> [[Int]] {
      ids.isEmpty ? [] : isOneStatement ? [ids] : ids.map { [$0] }
    }
    func list(_ ids: [Int]) -> String { ids.map(String.init).joined(separator: ", ") }
    var text = ""
    for ids in all(shared) {
      text += """
        update stock set n = n + 1, writer = \(writer), title = '\(title)'
        where id in (\(list(ids)));\n
        """
    }
    for ids in all(owned.filter(\.isRemoval).map(\.id)) {
      text += "delete from stock where id in (\(list(ids)));\n"
    }
    for ids in all(owned.filter { !$0.isRemoval }.map(\.id)) {
      let rows = ids.map { "(\($0), 1, \(writer), '\(title)')" }.joined(separator: ", ")
      text += """
        insert into stock (id, n, writer, title) values \(rows)
        on conflict (id) do update set n = stock.n + 1, title = excluded.title;\n
        """
    }
    return text
  }
}

/// A writer that edits through a list, until it is killed.
func runWriter(_ number: Int, _ site: TableStormSite) async throws {
  var numbers = SplitMix64(seed: site.options.seed &+ UInt64(number) &+ UInt64(getpid()))
  let parent = getppid()
  var list: TableList<StormRow>?
  while getppid() == parent {
    let edits = StormEdits(writer: number, &numbers)
    do {
      if let list {
        try await list.transaction { rows in try edits.make(by: number, in: &rows) }
        if edits.hasSavepoint {
          // Transactions of one edit, which are shown before they are written.
          let pending = try (0..<3).map { _ in try list.updateNow(-number) { $0.n += 1 } }
          for edit in pending { try? await edit.confirmed() }
        }
      } else {
        list = try await TableList<StormRow>("stock", at: site.store())
      }
    } catch is TableError {
      // A lock, a lost connection, a restart: the outcome may be unknown.
    }
    try await Task.sleep(for: .milliseconds(Int.random(in: 5...25, using: &numbers)))
  }
}

extension StormEdits {
  fileprivate func make(by writer: Int, in rows: inout TableDraft<StormRow>) throws {
    try rows.update(-writer) { $0.n += 1 }
    for id in shared {
      try rows.update(id) {
        $0.n += 1
        $0.writer = writer
        $0.title = title
      }
    }
    for (id, isRemoval) in owned {
      if isRemoval {
        rows.remove(id)
      } else if rows[id: id] != nil {
        try rows.update(id) {
          $0.n += 1
          $0.title = title
        }
      } else {
        try rows.insert(StormRow(id: id, n: 1, writer: writer, title: title))
      }
    }
  }
}
#endif
