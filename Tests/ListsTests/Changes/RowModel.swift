import StagecraftLists
import TestSupport

/// A row of a plain array that records the times of its placement and of its last update.
struct ModelRow: Hashable, Identifiable {
  var id: Int
  var place = 0
  var content = 0
}

/// A naive list, and the changes that result from its edits.
struct RowModel {
  private(set) var rows: [ModelRow] = []
  private var lastID = -1
  private var version = 0

  init(count: Int) {
    for _ in 0..<count { insert(at: rows.count) }
  }

  mutating func insert(at position: Int) {
    version += 1
    lastID += 1
    rows.insert(ModelRow(id: lastID, place: version, content: version), at: position)
  }

  mutating func remove(at position: Int) {
    rows.remove(at: position)
  }

  mutating func move(from source: Int, to target: Int) {
    version += 1
    var row = rows.remove(at: source)
    row.place = version
    rows.insert(row, at: target)
  }

  mutating func update(at position: Int) {
    version += 1
    rows[position].content = version
  }

  mutating func editAtRandom(_ generator: inout SeededGenerator) {
    let count = rows.count
    switch Int.random(in: 0..<10, using: &generator) {
    case ..<3:
      insert(at: Int.random(in: 0...count, using: &generator))
    case 3..<6 where count > 0:
      remove(at: Int.random(in: 0..<count, using: &generator))
    case 6..<8 where count > 0:
      move(
        from: Int.random(in: 0..<count, using: &generator),
        to: Int.random(in: 0..<count, using: &generator))
    case 8... where count > 0:
      update(at: Int.random(in: 0..<count, using: &generator))
    default:
      break
    }
  }
}

/// The changes from one array of rows to another, by comparing every row with every other.
func naiveChanges(from old: [ModelRow], to new: [ModelRow]) throws -> ListChanges {
  var (moves, updates): ([ListMove<Int>], [ListUpdate<Int>]) = ([], [])
  for (position, row) in new.enumerated() {
    guard let former = old.firstIndex(where: { $0.id == row.id }) else { continue }
    if old[former].place != row.place { moves.append(ListMove(from: former, to: position)) }
    if old[former].content != row.content {
      updates.append(ListUpdate(old: former, new: position))
    }
  }
  return try ListChanges(
    oldCount: old.count, newCount: new.count,
    removals: old.indices.filter { index in !new.contains { $0.id == old[index].id } },
    insertions: new.indices.filter { index in !old.contains { $0.id == new[index].id } },
    moves: moves, updates: updates)
}

/// Replays splices on an array, with inserted rows from `new`.
func replay<Row>(_ splices: [ListSplice], from old: [Row], to new: [Row]) -> [Row] {
  var rows = old
  for splice in splices {
    rows.replaceSubrange(
      splice.position..<(splice.position + splice.removed),
      with: new[splice.position..<(splice.position + splice.inserted)])
  }
  return rows
}
