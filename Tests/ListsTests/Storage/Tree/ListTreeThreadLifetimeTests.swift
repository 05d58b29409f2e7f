import StageFloor
import TestSupport
import Testing

@testable import StagecraftLists

/// Copies of one list on several threads.
@Suite(.timeLimit(.minutes(3)))
struct ListTreeThreadLifetimeTests {
  /// Hands versions from one thread to others.
  final class Shelf: @unchecked Sendable {  // guard: `lock`
    private let lock = LockWord()
    private var versions: [KeptVersion<Int>] = []

    deinit { lock.deallocate() }

    func put(_ version: KeptVersion<Int>) {
      lock.lock()
      versions.append(version)
      let dropped = versions.count > 6 ? versions.removeFirst() : nil
      lock.unlock()
      _ = dropped
    }

    func take() -> KeptVersion<Int>? {
      lock.lock()
      defer { lock.unlock() }
      return versions.popLast()
    }

    func look() -> KeptVersion<Int>? {
      lock.lock()
      defer { lock.unlock() }
      return versions.first
    }
  }

  static let rounds = 1500

  /// Edits one list repeatedly, and puts its versions on the shelf.
  static func edit(_ tracker: LifetimeTracker, _ shelf: Shelf) throws {
    try withEverySeed(in: 0..<1) { generator in
      var model = ListTreeModel<Int>(
        shape: TreeShape(leaf: 4, inner: 4), count: 100, tracker: tracker)
      var run = 0
      for round in 0..<rounds {
        model.edit(growth: 5, run: &run, using: &generator)
        shelf.put(model.keep())
        if round % 3 == 0 { model.tree.takeGarbage().free() }
        if round % 100 == 0 { model.tree.checkInvariants() }
      }
    }
  }

  /// Takes versions, edits copies of them, and releases both.
  static func fork(_ shelf: Shelf) throws {
    try withEverySeed(in: 50..<51) { generator in
      for _ in 0..<rounds {
        guard let version = shelf.take(), !version.books.isEmpty else { continue }
        var copy = version.tree.copy()
        let position = Int.random(in: 0..<version.books.count, using: &generator)
        let book = copy.remove(at: position)
        try #require(book == version.books[position])
        copy.insert(book, at: version.books.count - 1, version: 1_000_000)
        copy.takeGarbage().free()
        let found = copy.position(of: book.id)
        try #require(found == version.books.count - 1)
      }
    }
  }

  /// Compares versions with earlier ones.
  static func read(_ shelf: Shelf) throws {
    var last: KeptVersion<Int>?
    for _ in 0..<rounds / 2 {
      guard let version = shelf.look() else { continue }
      if let last {
        let changes = ListTree.changes(from: last.tree, to: version.tree, limit: .max)
        let result = changes.apply(to: last.books) { version.books[$0] }
        try #require(result == version.books)
      }
      last = version
    }
  }

  @Test
  func versionsAreSharedBetweenThreads() async throws {
    let tracker = LifetimeTracker()
    let shelf = Shelf()
    async let editing: Void = onThread { try Self.edit(tracker, shelf) }
    async let forking: Void = onThread { try Self.fork(shelf) }
    async let reading: Void = onThread { try Self.read(shelf) }
    _ = try await (editing, forking, reading)
    try await onThread { while shelf.take() != nil {} }
    #expect(tracker.alive == 0)
  }
}
