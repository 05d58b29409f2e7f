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
    KeyedCategories.shared.contains(Document(number: number))
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
    gate.open()
    desk.run()
    #expect(favourite.word == "cancelled")
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A closure that returns an operation creates it") func types() {
    let shared = desk.manager.shared("shared") { Search(text: "Emma") }
    let latest = desk.manager.latest("latest") { Search(text: "Persuasion") }
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

  @Test("Threads that use one key share its category, or the next one") func keyedRaces()
    async throws
  {
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
