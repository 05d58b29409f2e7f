import TestSupport
import Testing

@testable import StagecraftLists

/// Lists that are rebuilt, and arrays with the same changes.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct TreeRebuilderModelTests {
  func run<ID: BookID>(
    _ type: ID.Type, shape: TreeShape, rounds: Int, seeds: Range<UInt64>, start: Int
  ) throws {
    try withEverySeed(in: seeds) { generator in
      var model = ListTreeModel<ID>(shape: shape, count: start)
      var kept = [model.keep()]
      var run = 0
      for _ in 0..<rounds {
        model.rebuild(using: &generator)
        model.tree.checkInvariants()
        try expectContents(of: model.tree, toBe: model.books)
        // Edits find their rows and entries, whatever the rebuilding has left.
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          model.edit(growth: 4, run: &run, using: &generator)
          model.tree.checkInvariants()
        }
        if generator.oneIn(3) { model.tree.takeGarbage().free() }
        kept.append(model.keep())
        if kept.count > 5 { kept.remove(at: Int.random(in: 0..<5, using: &generator)) }
        for version in kept {
          try expectChanges(from: version, to: kept[kept.count - 1])
          try expectChanges(from: kept[kept.count - 1], to: version)
        }
      }
      for version in kept {
        version.tree.checkInvariants()
        try expectContents(of: version.tree, toBe: version.books)
      }
    }
  }

  @Test(arguments: ListTreeModelTests.shapes)
  func rebuiltListsMatchTheModel(shape: TreeShape) throws {
    try run(Int.self, shape: shape, rounds: 12, seeds: 0..<12, start: 60)
    try run(Int.self, shape: shape, rounds: 6, seeds: 100..<104, start: 700)
    try run(Int.self, shape: shape, rounds: 20, seeds: 200..<208, start: 0)
  }

  @Test
  func rebuiltListsMatchTheModelWhenHashesCollide() throws {
    try run(
      CollidingID.self, shape: TreeShape(leaf: 4, inner: 4), rounds: 10, seeds: 0..<8, start: 50)
  }

  /// Rows that come to two places in turn halve the room between two keys each time.
  @Test(arguments: [1, 3, 40])
  func crowdedKeysAreDealtAnew(rows: Int) throws {
    var model = ListTreeModel<Int>(shape: TreeShape(leaf: 7, inner: 5), count: 30)
    var kept = [model.keep()]
    for _ in 0..<60 {
      // Rows that came long ago say nothing about the next.
      model.version += 100
      var plan = RebuildPlan(keeping: 15)
      plan.steps += Array(repeating: .insert, count: rows) + [.keep(5), .insert]
      plan.steps.append(.keep(model.books.count - 20))
      model.rebuild(plan)
      model.tree.checkInvariants()
      kept.append(model.keep())
    }
    #expect(model.tree.relabellings > 0)
    try expectContents(of: model.tree, toBe: model.books)
    for version in kept { try expectChanges(from: version, to: kept[60]) }
  }

  /// Lists that grow at a few places again and again, as a chat below its header does.
  @Test(arguments: [0, 1, 19, 20], [1, 7])
  func growthAtOnePlaceNeedsNoNewKeys(place: Int, rows: Int) throws {
    for isAfterTheLatest in [false, true] {
      var model = ListTreeModel<Int>(shape: TreeShape(leaf: 16, inner: 8), count: 20)
      for round in 0..<2000 / rows {
        var plan = RebuildPlan(keeping: isAfterTheLatest ? place + round * rows : place)
        plan.steps += Array(repeating: .insert, count: rows)
        plan.steps.append(.keep(20 - place + (isAfterTheLatest ? 0 : round * rows)))
        model.rebuild(plan)
        model.version += 1
      }
      model.tree.checkInvariants()
      #expect(model.tree.relabellings == 0, "after the latest: \(isAfterTheLatest)")
    }
  }

  @Test
  func rowsThatStayKeepTheirKeysAndNodes() throws {
    var model = ListTreeModel<Int>(shape: TreeShape(leaf: 8, inner: 4), count: 4000)
    let old = model.keep()
    var plan = RebuildPlan(keeping: 1000)
    plan.steps += [.drop(50), .insert, .insert, .keep(2950)]
    model.rebuild(plan)
    model.tree.checkInvariants()
    let new = model.keep()
    #expect(new.tree.relabellings == old.tree.relabellings)
    // Comparing all rows would cost more than 4000.
    let changes = ListTree.changes(from: old.tree, to: new.tree, limit: 100, budget: 3500)
    #expect(changes.removals == Array(1000..<1050) && changes.insertions == [1000, 1001])
  }

  /// The index has entries of dropped rows, but not more and more of them.
  @Test
  func staleEntriesAreReusedOrDropped() throws {
    var model = ListTreeModel<Int>(shape: TreeShape(leaf: 8, inner: 4), count: 1000)
    var half = RebuildPlan()
    for _ in 0..<500 { half.steps += [.keep(1), .drop(1)] }
    let odd = model.books.indices.filter { $0 % 2 == 1 }.map { model.books[$0] }
    model.rebuild(half)
    #expect(model.tree.staleEntries == 500)
    for book in odd {
      let isThere = model.tree.contains(book.id)
      #expect(!isThere)
    }
    for book in odd.prefix(100) { model.insert(book, at: model.books.count) }
    #expect(model.tree.staleEntries == 400)
    model.tree.checkInvariants()
    var most = RebuildPlan(keeping: 20)
    most.steps.append(.drop(580))
    model.rebuild(most)
    #expect(model.tree.staleEntries == 0)
    model.tree.checkInvariants()
    try expectContents(of: model.tree, toBe: model.books)
  }

  /// Repeated changes at scattered places leave neither sparse nodes nor a high tree.
  @Test
  func rebuiltTreesRemainDense() throws {
    try withEverySeed(in: 0..<5) { generator in
      var model = ListTreeModel<Int>(shape: TreeShape(leaf: 16, inner: 8), count: 3000)
      for _ in 0..<80 {
        var plan = RebuildPlan()
        var rest = model.books.count
        while rest > 1 {
          let some = min(rest - 1, Int.random(in: 0..<60, using: &generator))
          plan.steps += [.keep(some), .drop(1), .insert]
          rest -= some + 1
        }
        plan.steps.append(.keep(rest))
        model.rebuild(plan)
      }
      model.tree.checkInvariants()
      var chunks = 0
      model.tree.forEachChunk { _ in chunks += 1 }
      #expect(chunks <= 3000 / 8 && (model.tree.root?.height ?? 0) <= 4, "\(chunks) leaves")
    }
  }

  /// A list to which rows are added again and again at one end shares its tree each time.
  @Test(arguments: [1, 12], [false, true])
  func rowsAddedAtAnEndDoNotRaiseTheTree(width: Int, isInFront: Bool) throws {
    var model = ListTreeModel<Int>(shape: TreeShape(leaf: 16, inner: 8), count: 300)
    for _ in 0..<200 {
      var plan = RebuildPlan()
      if !isInFront { plan.steps.append(.keep(model.books.count)) }
      plan.steps += Array(repeating: .insert, count: width)
      if isInFront { plan.steps.append(.keep(model.books.count)) }
      model.rebuild(plan)
    }
    model.tree.checkInvariants()
    try expectContents(of: model.tree, toBe: model.books)
    #expect((model.tree.root?.height ?? 0) <= 6)
  }
}
