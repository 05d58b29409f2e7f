import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct ListTreeModelTests {
  static let shapes = [
    TreeShape(leaf: 4, inner: 4), TreeShape(leaf: 5, inner: 4), TreeShape(leaf: 7, inner: 5),
    TreeShape(leaf: 20, inner: 8),
  ]

  /// Random edits; copies made in between must remain unchanged.
  func run<ID: BookID>(
    _ type: ID.Type, shape: TreeShape, edits: Int, seeds: Range<UInt64>, start: Int
  ) throws {
    try withEverySeed(in: seeds) { generator in
      var model = ListTreeModel<ID>(shape: shape, count: start)
      var kept = [model.keep()]
      var run = 0
      var growth = 6
      for step in 0..<edits {
        if step % 60 == 0 { growth = [2, 5, 8].randomElement(using: &generator) ?? 5 }
        model.edit(growth: growth, run: &run, using: &generator)
        model.tree.checkInvariants()
        if generator.oneIn(3) { model.tree.takeGarbage().free() }
        if generator.oneIn(12) {
          kept.append(model.keep())
          if kept.count > 7 { kept.remove(at: Int.random(in: 0..<7, using: &generator)) }
          let (old, new) = (kept[Int.random(in: 0..<kept.count, using: &generator)], kept.last)
          if let new {
            try expectChanges(from: old, to: new)
            try expectChanges(from: new, to: old)
          }
        }
      }
      kept.append(model.keep())
      for version in kept {
        version.tree.checkInvariants()
        try expectContents(of: version.tree, toBe: version.books)
        for other in kept { try expectChanges(from: version, to: other) }
      }
    }
  }

  @Test(arguments: shapes)
  func randomEditsMatchTheModel(shape: TreeShape) throws {
    try run(Int.self, shape: shape, edits: 500, seeds: 0..<6, start: 0)
    try run(Int.self, shape: shape, edits: 250, seeds: 100..<103, start: 200)
  }

  @Test
  func randomEditsMatchTheModelWhenHashesCollide() throws {
    try run(
      CollidingID.self, shape: TreeShape(leaf: 4, inner: 4), edits: 300, seeds: 0..<5, start: 40)
  }

  /// So many rows have the same hash that all are compared, or that the index is searched: above
  /// and below the limit of `isCrowded`.
  @Test
  func randomEditsMatchTheModelWhenManyHashesAreEqual() throws {
    let shape = TreeShape(leaf: 20, inner: 8)
    try run(CollidingID.self, shape: shape, edits: 80, seeds: 0..<3, start: 300)
    try run(SometimesCollidingID.self, shape: shape, edits: 60, seeds: 0..<3, start: 1_600)
  }
}
