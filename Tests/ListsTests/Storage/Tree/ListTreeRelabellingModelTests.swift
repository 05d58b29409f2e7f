import TestSupport
import Testing

@testable import StagecraftLists

/// Insertions that use up the room between two order keys.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct ListTreeRelabellingModelTests {
  /// The pattern of growth: each function returns the position of the next insertion, after `step`
  /// others.
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
      // A detected pattern needs no new keys.
      if step % 30 == 29 { model.tree.relabel(around: anchor + step / 2) }
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
  func versionsAreUnchangedByRelabelling(_ crowd: Crowd) throws {
    try self.crowd(
      Int.self, crowd, shape: TreeShape(leaf: 4, inner: 4), insertions: 600, among: 12)
    try self.crowd(
      Int.self, crowd, shape: TreeShape(leaf: 16, inner: 8), insertions: 500, among: 150)
  }

  @Test
  func versionsAreUnchangedByRelabellingWhenHashesCollide() throws {
    try crowd(
      CollidingID.self, .inTheMiddleOfThem, shape: TreeShape(leaf: 4, inner: 4), insertions: 300,
      among: 12)
  }

  @Test
  func relabellingIsNotReportedAsAChange() throws {
    var model = ListTreeModel<Int>(shape: TreeShape(leaf: 4, inner: 4), count: 50)
    let old = model.keep()
    for position in stride(from: 0, through: 50, by: 5) { model.tree.relabel(around: position) }
    model.tree.checkInvariants()
    let new = model.keep()
    #expect(ListTree.changes(from: old.tree, to: new.tree, limit: 0) == .none(count: 50))
    #expect(model.tree.relabellings == 11)
  }

  /// A list that has reached an end of the key space continues there.
  @Test(arguments: [UInt64.max - 3, .max, 0, 3])
  func listsGrowAtTheEndsOfTheKeySpace(_ end: UInt64) throws {
    try withEverySeed(in: 0..<3) { generator in
      var model = ListTreeModel<Int>(shape: TreeShape(leaf: 4, inner: 4), count: 1)
      let place = model.tree.place(at: 0)
      let hash = ListTree<Book<Int>>.hash(of: 0)
      model.tree.index.rekey(hash: hash, from: place.leaf.keys[0], to: end)
      place.leaf.keys[0] = end
      model.tree.run = KeyRun(latest: end)
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

  /// Keys next to the smallest and the largest number.
  @Test
  func keysAreFoundAtBothEndsOfTheKeySpace() {
    let step = OrderKeys.step
    func key(_ low: UInt64?, _ high: UInt64?) -> UInt64? {
      OrderKeys.between(low, high, run: KeyRun())
    }
    #expect(key(nil, nil) == 1 << 63)
    #expect(key(7, nil) == 7 + step)
    #expect(key(nil, step + 7) == 7)
    #expect(key(.max - 160, nil) == UInt64.max - 150)
    #expect(key(.max - 1, nil) == UInt64.max)
    #expect(key(.max, nil) == nil)
    #expect(key(nil, 160) == 150)
    #expect(key(nil, 1) == 0)
    #expect(key(nil, 0) == nil)
    #expect(key(10, 12) == 11)
    #expect(key(10, 11) == nil)
    #expect(key(100, 260) == 180)
  }

  /// The longer a pattern lasts, the smaller the share on the side without expected insertions.
  @Test
  func longerRunsTakeSmallerShares() {
    var run = KeyRun(latest: 1000)
    func next(_ low: UInt64, _ high: UInt64) -> UInt64? {
      run.note(low: low, high: high)
      let key = OrderKeys.between(low, high, run: run)
      if let key { run.advance(to: key) }
      return key
    }
    // Each insertion follows the previous one, before the same key.
    #expect(next(1000, 9000) == 5000)
    #expect(next(5000, 9000) == 5500)
    #expect(next(5500, 9000) == 5500 + 3500 / 16)
    #expect(next(5718, 9000) == 5718 + 3282 / 16)
    // An insertion elsewhere halves the room; then each precedes the previous one.
    #expect(next(100, 260) == 180)
    #expect(next(100, 180) == 140)
    #expect(next(100, 140) == 135)
    // Each insertion is between the two previous ones.
    #expect(next(135, 140) == 138)
    #expect(next(135, 138) == 136)
    #expect(next(136, 138) == 137)
    #expect(run.pattern == .inward)
    #expect(next(136, 137) == nil)
  }

  /// Random insertions.
  @Test
  func keysAreBetweenTheirNeighbours() throws {
    try withEverySeed(in: 0..<20) { generator in
      var keys: [UInt64] = [0, .max]
      var run = KeyRun()
      var gap = 1
      for _ in 0..<500 {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: gap = Int.random(in: 1..<keys.count, using: &generator)
        case 1...4: gap = min(gap + 1, keys.count - 1)
        default: break
        }
        run.note(low: keys[gap - 1], high: keys[gap])
        guard let key = OrderKeys.between(keys[gap - 1], keys[gap], run: run) else {
          gap = 1
          continue
        }
        try #require(keys[gap - 1] < key && key < keys[gap])
        run.advance(to: key)
        keys.insert(key, at: gap)
      }
    }
  }
}
