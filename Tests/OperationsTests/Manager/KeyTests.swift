import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// Operations and categories that are found by a key.
@Suite("Keys", .timeLimit(.minutes(3)))
struct KeyTests {
  private let desk = SteppedManager()

  private struct Search: AsyncOperation {
    let text: String
    func run(_ context: OperationContext) async throws -> String { text }
  }

  private struct Document: Hashable { var number: Int }

  private func isKnown(_ number: Int) -> Bool {
    KeyedCategories.shared.contains(key(number))
  }

  private func key(_ number: Int) -> AnyHashable {
    AnyHashable(CategoryKey(key: Document(number: number)))
  }

  @Test("A closure is shared by its key, and runs once") func sharedClosure() {
    let log = Log()
    let first = desk.manager.shared("login") {
      log.note("login")
      return 7
    }
    let second: OperationHandle<Int> = desk.manager.shared("login", "again") { 8 }
    #expect(first == second && second.name == "login")
    let favourite = desk.manager.submit(after: second) { $0 }
    desk.run()
    #expect(favourite.outcome?.value == 7 && log.count == 1)
    let third = desk.manager.shared("login", "again") { 8 }
    desk.run()
    #expect(third.name == "again" && third.outcome?.value == 8)
  }

  @Test("A shared closure is cancelled when nothing needs it any more") func unneeded() {
    let gate = Gate()
    let login = desk.manager.shared("login") { await gate.wait() }
    let favourite = desk.manager.submit(after: login) {}
    desk.run()
    favourite.cancel()
    #expect(login.core.details.isCancelRequested && login.word == "open")
    gate.open()
    desk.run()
    #expect(favourite.word == "cancelled")
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Operations that are types are shared, and replaced by later ones") func types() {
    let shared = desk.manager.shared("shared") { Search(text: "Emma") }
    let latest = desk.manager.latest("latest", Search(text: "Persuasion"))
    desk.run()
    let texts: [String?] = [shared.outcome?.value, latest.outcome?.value]
    #expect(texts == ["Emma", "Persuasion"])
  }

  @Test("The latest operation of a key cancels the earlier one, in every state")
  func latest() {
    let gate = Gate()
    let running = desk.manager.latest("search") {
      await gate.wait()
      try Task.checkCancellation()
      return "E"
    }
    let other = desk.manager.latest("other") { "x" }
    let rows = desk.manager.submit(after: running) { $0 }
    desk.run()
    let waiting = desk.manager.latest("search") { "Em" }
    #expect(rows.word == "open" && running.details.isCancelRequested)
    let last = desk.manager.latest("search", "last") { "Emma" }
    #expect(waiting.cancellationReason?.kind == .requested)
    #expect(desk.manager.shared("search") { "never" } == last)
    gate.open()
    desk.run()
    #expect(running.word == "cancelled" && rows.word == "cancelled")
    #expect(last.outcome?.value == "Emma" && other.outcome?.value == "x")
    let next = desk.manager.latest("search") { "Emma W" }
    desk.run()
    #expect(next.outcome?.value == "Emma W" && last.word == "succeeded")
    #expect(Engine.shared.lock.withLock { desk.manager.shared.isEmpty })
    #expect(desk.manager.operationCount == 0)
  }

  @Test("After a shutdown, the latest operation is cancelled too") func latestAfterShutdown()
    async
  {
    await desk.manager.shutdown()
    let search = desk.manager.latest("search") { 1 }
    #expect(search.cancellationReason?.kind == .shutdown)
    #expect(Engine.shared.lock.withLock { desk.manager.shared.isEmpty })
  }

  @Test("After the call of shutdown, a refused operation does not cancel the earlier one")
  func refusedLatest() async {
    let gate = Gate()
    let first = desk.manager.latest("save") {
      await gate.wait()
      try Task.checkCancellation()
      return 1
    }
    desk.run()
    Engine.shared.lock.withLock { desk.manager.rejectsOperations = true }
    let second = desk.manager.latest("save") { 2 }
    #expect(second.cancellationReason?.kind == .shutdown)
    #expect(first.word == "open" && !first.details.isCancelRequested)
    gate.open()
    desk.run()
    #expect(first.outcome?.value == 1)
    #expect(Engine.shared.lock.withLock { desk.manager.shared.isEmpty })
  }

  @Test("Equal numbers of different types are different keys of categories") func typedKeys() {
    let one = OperationCategory.keyed(UInt32(7_001))
    let other = OperationCategory.keyed(7_001 as Int, limit: 2)
    #expect(one !== other && one === OperationCategory.keyed(UInt32(7_001)))
  }

  @Test("A category that is being released does not remove the next one with its key")
  func replacedCategory() {
    let categories = KeyedCategories.shared
    let key = key(-2)
    var first: OperationCategory? = OperationCategory("first", limit: 1, key: nil)
    let old = first.map { categories.findOrAdd(key, $0).index }
    let loser = OperationCategory("loser", limit: 1, key: nil)
    #expect(categories.findOrAdd(key, loser) === first)
    categories.remove(key, loser.index)
    #expect(isKnown(-2))
    let second = OperationCategory("second", limit: 1, key: nil)
    first = nil
    // Its entry is still there, as it is during its `deinit`.
    #expect(categories.find(key) == nil && categories.findOrAdd(key, second) === second)
    categories.remove(key, old ?? -1)
    #expect(categories.find(key) === second)
    categories.remove(key, second.index)
    #expect(!isKnown(-2))
  }

  @Test("Keys that are no longer used take no memory") func releasedKeys() {
    do {
      let many = (10_000..<30_000).map { OperationCategory.keyed(Document(number: $0)) }
      #expect(KeyedCategories.shared.capacity >= many.count)
      #expect(OperationCategory.keyed(Document(number: 10_000)) === many[0])
    }
    #expect(KeyedCategories.shared.capacity < 10_000 && !isKnown(10_000) && !isKnown(29_999))
  }

  @Test("A category of a key limits its operations in all managers, and is gone afterwards")
  func keyedCategories() {
    let there = SteppedManager("there")
    let gate = Gate()
    do {
      let here = desk.manager.submit(
        OperationOptions("save", categories: [.keyed(Document(number: 7))])
      ) { await gate.wait() }
      let second = there.manager.submit(
        OperationOptions("save again", categories: [.keyed(Document(number: 7))])
      ) {}
      let other = there.manager.submit(
        OperationOptions("other", categories: [.keyed(Document(number: 8))])
      ) {}
      desk.run()
      there.run()
      #expect(here.word == "open" && second.word == "open" && other.word == "succeeded")
      #expect(isKnown(7) && isKnown(8))
      gate.open()
      desk.run()
      there.run()
      #expect(second.word == "succeeded")
    }
    #expect(!isKnown(7) && !isKnown(8))
  }

  @Test("Operations of one key never overlap while its category is released and created again")
  func keyedRaces() async throws {
    let manager = OperationManager("documents")
    let inside = Locked(0)
    let overlaps = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            let save = manager.submit(
              OperationOptions(categories: [.keyed(Document(number: -1))])
            ) {
              let count = inside.withLock { inside in
                inside += 1
                return inside
              }
              if count > 1 { overlaps.withLock { $0 += 1 } }
              await Task.yield()
              inside.withLock { $0 -= 1 }
            }
            try? await save.value
          }
        }
      }
    }
    try await manager.waitUntilIdle()
    #expect(overlaps.withLock { $0 } == 0)
  }
}
