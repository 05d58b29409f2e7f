import TestSupport
import Testing

@testable import LiveLists

/// Insertions that use up the room between two order keys.
@Suite(.apart, .timeLimit(.minutes(3)))
struct ListTreeRelabellingModelTests {
  /// How the crowd grows: each function says where the next one goes, after `step` others.
  enum Crowd: String, CaseIterable, Sendable {
    case beforeTheSameOne, afterTheSameOne, inTheMiddleOfThem, zigzag

    func position(step: Int, anchor: Int) -> Int {
      switch self {
      case .beforeTheSameOne: anchor + step
      case .afterTheSameOne: anchor
      case .inTheMiddleOfThem: anchor + step / 2
      case .zigzag: anchor + (step % 2 == 0 ? step / 2 : (step + 1) / 2)
      }
    }
  }

  func crowd<ID: BookID>(
    _ type: ID.Type, _ crowd: Crowd, shape: TreeShape, insertions: Int, among count: Int
  ) throws {
    var model = ListTreeModel<ID>(shape: shape, count: count)
    var kept = [model.keep()]
    let anchor = count / 2
    for step in 0..<insertions {
      model.insert(at: crowd.position(step: step, anchor: anchor))
      if step % 7 == 0, step > 0 { model.replace(at: anchor) }
      if step % 11 == 0, step > 0 { model.move(from: 0, to: anchor) }
      if step % 50 == 0 {
        model.tree.checkInvariants()
        kept.append(model.keep())
      }
    }
    #expect(model.tree.relabellings > 0)
    kept.append(model.keep())
    for version in kept {
      version.tree.checkInvariants()
      try expectContents(of: version.tree, toBe: version.books)
    }
    for (old, new) in zip(kept, kept.dropFirst()) {
      try expectChanges(from: old, to: new)
      try expectChanges(from: new, to: old)
      try expectChanges(from: kept[0], to: new)
    }
  }

  @Test(arguments: Crowd.allCases)
  func versionsSurviveNewOrderKeys(_ crowd: Crowd) throws {
    try self.crowd(
      Int.self, crowd, shape: TreeShape(leaf: 4, inner: 4), insertions: 600, among: 12)
    try self.crowd(
      Int.self, crowd, shape: TreeShape(leaf: 16, inner: 8), insertions: 500, among: 150)
  }

  @Test
  func versionsSurviveNewOrderKeysWhenHashesCollide() throws {
    try crowd(
      CollidingID.self, .inTheMiddleOfThem, shape: TreeShape(leaf: 4, inner: 4), insertions: 300,
      among: 12)
  }

  @Test
  func relabellingIsNoChange() throws {
    var model = ListTreeModel<Int>(shape: TreeShape(leaf: 4, inner: 4), count: 50)
    let old = model.keep()
    for position in stride(from: 0, through: 50, by: 5) { model.tree.relabel(around: position) }
    model.tree.checkInvariants()
    let new = model.keep()
    #expect(ListTree.changes(from: old.tree, to: new.tree, limit: 0) == .none(count: 50))
    #expect(model.tree.relabellings == 11)
  }

  /// A list that has arrived at an end of the key space goes on there.
  @Test(arguments: [UInt64.max - 3, .max, 0, 3])
  func listsGrowAtTheEndsOfTheKeySpace(_ end: UInt64) throws {
    try withEverySeed(in: 0..<3) { generator in
      var model = ListTreeModel<Int>(shape: TreeShape(leaf: 4, inner: 4), count: 1)
      let place = model.tree.place(at: 0)
      let hash = ListTree<Book<Int>>.hash(of: 0)
      model.tree.index.rekey(hash: hash, from: place.leaf.keys[0], to: end)
      place.leaf.keys[0] = end
      model.tree.latestKey = end
      var kept = [model.keep()]
      for step in 0..<300 {
        let isAtTheEnd = !generator.oneIn(8)
        model.insert(at: (end > 3) == isAtTheEnd ? model.books.count : 0)
        if generator.oneIn(9) { model.move(from: 0, to: model.books.count - 1) }
        if step % 20 == 0 { kept.append(model.keep()) }
      }
      #expect(model.tree.relabellings > 0)
      model.tree.checkInvariants()
      kept.append(model.keep())
      for (old, new) in zip(kept, kept.dropFirst()) {
        try expectChanges(from: old, to: new)
        try expectChanges(from: new, to: kept[0])
      }
    }
  }

  /// The key space ends somewhere, and a list may live there.
  @Test
  func keysAreFoundAtEitherEnd() {
    let step = OrderKeys.step
    #expect(OrderKeys.between(nil, nil, latest: 0) == 1 << 63)
    #expect(OrderKeys.between(7, nil, latest: 0) == 7 + step)
    #expect(OrderKeys.between(nil, step + 7, latest: 0) == 7)
    #expect(OrderKeys.between(.max - 160, nil, latest: 0) == UInt64.max - 150)
    #expect(OrderKeys.between(.max - 1, nil, latest: 0) == UInt64.max)
    #expect(OrderKeys.between(.max, nil, latest: 0) == nil)
    #expect(OrderKeys.between(nil, 160, latest: 0) == 150)
    #expect(OrderKeys.between(nil, 1, latest: 0) == 0)
    #expect(OrderKeys.between(nil, 0, latest: 0) == nil)
    #expect(OrderKeys.between(10, 12, latest: 0) == 11)
    #expect(OrderKeys.between(10, 11, latest: 0) == nil)
    #expect(OrderKeys.between(100, 260, latest: 100) == 110)
    #expect(OrderKeys.between(100, 260, latest: 260) == 250)
    #expect(OrderKeys.between(100, 260, latest: 0) == 180)
  }
}
