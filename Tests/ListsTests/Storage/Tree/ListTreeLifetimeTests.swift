import Dispatch
import StageFloor
import Synchronization
import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct ListTreeLifetimeTests {
  static let shape = TreeShape(leaf: 4, inner: 4)

  @Test
  func deallocatedListFreesItsElements() async throws {
    try await onThread {
      try withLifetimeTracking { tracker in
        var model = ListTreeModel<Int>(shape: Self.shape, count: 500, tracker: tracker)
        #expect(tracker.alive == 500)
        for position in stride(from: 499, through: 0, by: -3) { model.remove(at: position) }
        for position in 0..<100 { model.replace(at: position) }
        #expect(tracker.alive == model.books.count)
      }
    }
  }

  @Test
  func releasedVersionFreesOnlyItsOwnNodes() async throws {
    try await onThread {
      try withLifetimeTracking { tracker in
        try withEverySeed(in: 0..<6) { generator in
          var model = ListTreeModel<Int>(shape: Self.shape, count: 60, tracker: tracker)
          var kept: [KeptVersion<Int>] = []
          var run = 0
          for _ in 0..<400 {
            model.edit(growth: 5, run: &run, using: &generator)
            if generator.oneIn(5) { kept.append(model.keep()) }
            if generator.oneIn(6), !kept.isEmpty {
              kept.remove(at: Int.random(in: 0..<kept.count, using: &generator))
            }
            if generator.oneIn(20) {
              model.tree.takeGarbage().free()
              var held = Set(model.books.compactMap(\.object?.number))
              for version in kept { held.formUnion(version.books.compactMap(\.object?.number)) }
              #expect(tracker.alive == held.count, "\(Labels.text)")
            }
          }
        }
      }
    }
  }

  /// An edit may run under a lock, so discarded nodes are kept until they are freed explicitly.
  @Test
  func garbageKeepsItsElementsUntilItIsFreed() throws {
    try withLifetimeTracking { tracker in
      var tree = ListTree<Book<Int>>(shape: Self.shape)
      // The result of `own(_:of:)` when the other owner releases the node just before it.
      let leaf = LeafNode<Book<Int>>(capacity: 4)
      leaf.elements.initialize(to: Book(id: 1, edition: 0, object: tracker.make()))
      leaf.count = 1
      tree.garbage.release(leaf.node)
      #expect(tracker.alive == 1)
      let copy = tree.copy()
      #expect(copy.garbage.top == nil)
      let garbage = tree.takeGarbage()
      let isEmpty = garbage.isEmpty
      #expect(!isEmpty)
      #expect(tree.garbage.top == nil)
      #expect(tracker.alive == 1)
      garbage.free()
      #expect(tracker.alive == 0)
    }
  }

  @Test
  func deallocatedListFreesItsGarbage() throws {
    try withLifetimeTracking { tracker in
      var tree = ListTree<Book<Int>>(shape: Self.shape)
      let leaf = LeafNode<Book<Int>>(capacity: 4)
      leaf.elements.initialize(to: Book(id: 1, edition: 0, object: tracker.make()))
      leaf.count = 1
      tree.garbage.release(leaf.node)
      #expect(tree.count == 0)
    }
  }

  @Test
  func rejectedElementsAreReturned() throws {
    try withLifetimeTracking { tracker in
      var duplicates: [Book<Int>] = []
      do {
        let books = (0..<30).map { Book(id: $0 % 10, edition: 0, object: tracker.make()) }
        let tree = ListTree(shape: Self.shape, books, version: 0, duplicates: &duplicates)
        #expect(tree.count == 10)
      }
      #expect(tracker.alive == 20)
    }
  }

  @Test
  func deepVersionIsFreedWithoutRecursion() async throws {
    try await onThread {
      try withLifetimeTracking { tracker in
        let model = ListTreeModel<Int>(shape: Self.shape, count: 20_000, tracker: tracker)
        #expect(model.tree.count == 20_000)
      }
    }
  }
}

/// On which thread the elements of a long list are freed.
@Suite(.timeLimit(.minutes(3)))
struct ListTreeReaperLifetimeTests {
  /// Counts destroyed objects, and opens a gate at the last one.
  final class Undertaker: Sendable {
    let left: Atomic<Int>
    let onMainActor = Atomic<Int>(0)
    let readLock = DispatchSemaphore(value: 0)

    init(expecting count: Int) { left = Atomic(count) }

    func bury() {
      if MainActor.isCurrent { onMainActor.add(1, ordering: .relaxed) }
      if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { readLock.signal() }
    }
  }

  final class Mortal: Sendable {
    let undertaker: Undertaker

    init(_ undertaker: Undertaker) { self.undertaker = undertaker }

    deinit { undertaker.bury() }
  }

  struct Row: Identifiable, Sendable {
    let id: Int
    let mortal: Mortal
  }

  static func makeTree(_ undertaker: Undertaker, count: Int) -> ListTree<Row> {
    var duplicates: [Row] = []
    return ListTree(
      shape: TreeShape(leaf: 4, inner: 4),
      (0..<count).lazy.map { Row(id: $0, mortal: Mortal(undertaker)) }, version: 0,
      duplicates: &duplicates)
  }

  @Test
  func mainActorFreesAFewNodesOnly() async throws {
    let undertaker = Undertaker(expecting: 5000)
    await MainActor.run {
      let tree = Self.makeTree(undertaker, count: 5000)
      #expect(tree.count == 5000)
    }
    try await onThread { undertaker.readLock.wait() }
    let most = NodeChain<Row>.budgetOfMainActor * 4
    #expect(undertaker.onMainActor.load(ordering: .relaxed) <= most)
  }

  @Test
  func severalListsAreFreedInTheBackground() async throws {
    let undertaker = Undertaker(expecting: 20_000)
    await MainActor.run {
      for _ in 0..<4 {
        let tree = Self.makeTree(undertaker, count: 5000)
        #expect(tree.count == 5000)
      }
    }
    try await onThread { undertaker.readLock.wait() }
    let most = 4 * NodeChain<Row>.budgetOfMainActor * 4
    #expect(undertaker.onMainActor.load(ordering: .relaxed) <= most)
  }

  @Test
  func otherThreadsFreeAllNodesAtOnce() async throws {
    try await onThread {
      let undertaker = Undertaker(expecting: 5000)
      do {
        let tree = Self.makeTree(undertaker, count: 5000)
        #expect(tree.count == 5000)
      }
      #expect(undertaker.left.load(ordering: .acquiring) == 0)
    }
  }
}
