import StagecraftLists
import TestSupport
import Testing

/// Random edits of a plain array, with the expected changes.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct ListChangesModelTests {
  private func check(_ changes: ListChanges, from old: [ModelRow], to new: [ModelRow]) throws {
    try changes.validate()
    var asked: [Int] = []
    let applied = changes.apply(to: old) { position in
      asked.append(position)
      return new[position]
    }
    // Moves set a new date on rows that are otherwise the same.
    try #require(applied.map(\.id) == new.map(\.id), "\(changes)")
    try #require(applied.map(\.content) == new.map(\.content), "\(changes)")
    try #require(asked == (changes.insertions + changes.updates.map(\.new)).sorted())
    try #require(changes.inverted.apply(to: new) { old[$0] }.map(\.id) == old.map(\.id))
    try #require(changes.inverted.inverted == changes)
    try changes.inverted.validate()
    try #require(
      replay(changes.splices, from: old.map(\.id), to: new.map(\.id)) == new.map(\.id))
    for (position, row) in old.enumerated() {
      try #require(changes.newPosition(of: position) == new.firstIndex { $0.id == row.id })
    }
    for (position, row) in new.enumerated() {
      try #require(changes.oldPosition(of: position) == old.firstIndex { $0.id == row.id })
    }
  }

  @Test
  func randomEditsAreReplayed() throws {
    try withEverySeed(in: 0..<200) { generator in
      var model = RowModel(count: Int.random(in: 0...30, using: &generator))
      let old = model.rows
      for _ in 0..<Int.random(in: 0...20, using: &generator) { model.editAtRandom(&generator) }
      try check(naiveChanges(from: old, to: model.rows), from: old, to: model.rows)
    }
  }

  @Test
  func composedChangesEqualDirectChanges() throws {
    try withEverySeed(in: 0..<200) { generator in
      var model = RowModel(count: Int.random(in: 0...20, using: &generator))
      let first = model.rows
      var previous = first
      var composed = ListChanges.none(count: first.count)
      for _ in 0..<8 {
        for _ in 0..<Int.random(in: 0...8, using: &generator) { model.editAtRandom(&generator) }
        let step = try naiveChanges(from: previous, to: model.rows)
        composed = composed.composed(with: step)
        previous = model.rows
        try check(composed, from: first, to: previous)
        // The model keeps moves of rows that have returned to their positions.
        let direct = try naiveChanges(from: first, to: previous)
        try #require(composed.removals == direct.removals)
        try #require(composed.insertions == direct.insertions)
        try #require(composed.updates == direct.updates)
        try #require(Set(composed.moves).isSubset(of: direct.moves))
      }
    }
  }

  @Test
  func compositionIsAssociative() throws {
    try withEverySeed(in: 0..<200) { generator in
      var model = RowModel(count: Int.random(in: 0...12, using: &generator))
      var steps: [ListChanges] = []
      for _ in 0..<3 {
        let old = model.rows
        for _ in 0..<6 { model.editAtRandom(&generator) }
        steps.append(try naiveChanges(from: old, to: model.rows))
      }
      let (a, b, c) = (steps[0], steps[1], steps[2])
      let (left, right) = (
        a.composed(with: b).composed(with: c), a.composed(with: b.composed(with: c))
      )
      try #require(left.removals == right.removals && left.insertions == right.insertions)
      try #require(left.updates == right.updates)
      let rows = Array(0..<a.oldCount)
      try #require(left.apply(to: rows) { -$0 } == right.apply(to: rows) { -$0 })
      try #require(
        b.inverted.composed(with: a.inverted).apply(to: Array(0..<b.newCount)) { -$0 }
          .count == a.oldCount)
    }
  }
}
