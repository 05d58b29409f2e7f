import TestSupport
import Testing

@testable import StagecraftLists

/// Transitions are undone and redone, in any order, while the list is edited.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct UndoModelTests {
  @Test
  func applyMatchesAnArray() throws {
    try withEverySeed(in: 0..<200) { generator in
      var model = UndoModel(count: Int.random(in: 0...30, using: &generator))
      for _ in 0..<60 { try model.step(&generator) }
    }
  }
}

/// Each content is used once, so equal rows have not been edited.
private struct UndoModel {
  let list: LiveList<DeskOrder>
  var rows: [DeskOrder]
  var contents = 0
  var edits: [LiveList<DeskOrder>.Transition] = []
  var known: [(snapshot: ListSnapshot<DeskOrder>, rows: [DeskOrder])] = []

  init(count: Int) {
    rows = (0..<count).map { DeskOrder($0) }
    list = LiveList(rows)
  }

  mutating func step(_ generator: inout SeededGenerator) throws {
    if generator.oneIn(4) { known.append((list.snapshot(), rows)) }
    if let edit = edits.randomElement(using: &generator), generator.oneIn(3) {
      let transition = generator.oneIn(2) ? edit : edit.inverted
      let expected = apply(transition)
      if generator.oneIn(2) {
        try #require(Set(list.apply(transition)) == expected)
      } else {
        list.transaction { draft in _ = draft.apply(transition) }
      }
      let version = list.version
      try #require(Set(list.apply(transition)) == expected && list.version == version)
    } else if let version = known.randomElement(using: &generator), generator.oneIn(12) {
      list.revert(to: version.snapshot)
      rows = version.rows
    } else {
      let before = list.snapshot()
      for _ in 0..<Int.random(in: 1...6, using: &generator) { try edit(&generator) }
      edits.append(list.changes(since: before))
    }
    try check()
  }

  private mutating func edit(_ generator: inout SeededGenerator) throws {
    contents += 1
    let position = Int.random(in: 0...rows.count, using: &generator)
    let row = DeskOrder(Int.random(in: 0..<40, using: &generator), contents)
    if let old = rows.firstIndex(where: { $0.id == row.id }) {
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        list.upsert(row)
        rows[old] = row
      case 1:
        list.remove(row.id)
        rows.remove(at: old)
      default:
        let target = min(position, rows.count - 1)
        try list.move(row.id, to: target)
        rows.insert(rows.remove(at: old), at: target)
      }
    } else {
      try list.insert(row, at: position)
      rows.insert(row, at: position)
    }
  }

  private mutating func apply(_ transition: LiveList<DeskOrder>.Transition) -> Set<Int> {
    let (old, new) = (Array(transition.old), Array(transition.new))
    if list.snapshot().changes(since: transition.old).isEmpty {
      rows = new
      return []
    }
    let changes = ListTree.changes(
      from: transition.old.storage.tree, to: transition.new.storage.tree, limit: .max)
    var left: Set<Int> = []
    for row in changes.removals.map({ old[$0] }) {
      guard let position = rows.firstIndex(where: { $0.id == row.id }) else { continue }
      if rows[position] == row { rows.remove(at: position) } else { left.insert(row.id) }
    }
    let moved = Set(changes.moves.map(\.target))
    for target in moved.union(changes.insertions).sorted() {
      let row = new[target]
      let current = rows.firstIndex { $0.id == row.id }
      if current == nil, moved.contains(target) { left.insert(row.id) }
      if let current, !moved.contains(target) {
        if rows[current] != row { left.insert(row.id) }
        continue
      }
      if current == nil, moved.contains(target) { continue }
      let present = current.map { rows.remove(at: $0) }
      let before = new[..<target].last { other in rows.contains { $0.id == other.id } }
      let gap = before.flatMap { other in rows.firstIndex { $0.id == other.id } }.map { $0 + 1 }
      rows.insert(present ?? row, at: gap ?? 0)
    }
    for update in changes.updates {
      let row = new[update.new]
      guard let position = rows.firstIndex(where: { $0.id == row.id }) else {
        left.insert(row.id)
        continue
      }
      if rows[position] == row { continue }
      if rows[position] == old[update.old] { rows[position] = row } else { left.insert(row.id) }
    }
    return left
  }

  private func check() throws {
    let snapshot = list.snapshot()
    try #require(Array(snapshot) == rows)
    snapshot.storage.tree.checkInvariants()
    for (old, oldRows) in known {
      try #require(old.elementsEqual(oldRows))
      let changes = ListTree.changes(
        from: old.storage.tree, at: old.version, to: snapshot.storage.tree, at: snapshot.version,
        limit: .max)
      try changes.validate()
      try #require(changes.apply(to: oldRows) { rows[$0] } == rows)
      // Rows with equal content are not updates.
      try #require(changes.updates.allSatisfy { oldRows[$0.old] != rows[$0.new] })
    }
  }
}
