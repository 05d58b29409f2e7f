import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// Operations that come after arrays of others, and bodies that take no values.
@Suite("Joins", .timeLimit(.minutes(3)))
struct JoinTests {
  private let desk = SteppedManager()

  private func scan(_ count: Int) -> [OperationHandle<Int>] {
    (0..<count).map { page in desk.manager.submit("page \(page)") { page } }
  }

  @Test("An array of handles supplies the values in its order, whichever ended first")
  func order() {
    let gates = (0..<3).map { _ in Gate() }
    let pages = (0..<3).map { page in
      desk.manager.submit {
        await gates[page].wait()
        return page
      }
    }
    let book = desk.manager.submit("bind", after: pages) { pages in pages }
    for page in [2, 0, 1] {
      desk.run()
      #expect(book.word == "open")
      gates[page].open()
    }
    desk.run()
    #expect(book.outcome?.value == [0, 1, 2])
  }

  @Test("An empty array is nothing to wait for") func empty() {
    let none: [OperationHandle<Int>] = []
    let book = desk.manager.submit(after: none) { pages in pages.count }
    let title = desk.manager.submit("title") { "Emma" }
    let bound = desk.manager.submit(after: none, title, none) { first, title, second in
      "\(title) \(first.count + second.count)"
    }
    let closed = desk.manager.submit(following: none) { 1 }
    desk.run()
    #expect(book.outcome?.value == 0)
    #expect(bound.outcome?.value == "Emma 0")
    #expect(closed.outcome?.value == 1)
  }

  @Test("Arrays mix with handles and with other edges, and may contain an operation twice")
  func mixed() {
    let title = desk.manager.submit("title") { "Emma" }
    let pages = scan(2)
    let broken = desk.manager.submit("broken") { () async throws -> Int in throw Broken() }
    let book = desk.manager.submit(
      after: pages, title, (pages + [broken]).map(\.result), [[pages[1], pages[1]], pages]
    ) { pages, title, results, nested in
      "\(title) \(pages) \(results.compactMap { try? $0.get() }) \(nested)"
    }
    let errors = desk.manager.submit(after: [broken.failed]) { errors in errors.count }
    desk.run()
    #expect(book.outcome?.value == "Emma [0, 1] [0, 1] [[1, 1], [0, 1]]")
    #expect(errors.outcome?.value == 1)
  }

  @Test("A failed element cancels the join at once; what follows it waits for all")
  func failure() {
    let gate = Gate()
    let slow = desk.manager.submit("slow") {
      await gate.wait()
      return 1
    }
    let broken = desk.manager.submit("broken") { () async throws -> Int in throw Broken() }
    let book = desk.manager.submit("bind", after: [slow, broken]) { $0 }
    let last = desk.manager.submit("close", following: [slow, broken]) {}
    let after = desk.manager.submit("after", following: book) {}
    desk.run()
    #expect(book.word == "cancelled" && book.cancellationReason?.rootError is Broken)
    #expect(last.word == "open" && after.word == "open")
    gate.open()
    desk.run()
    #expect(last.word == "succeeded" && after.word == "succeeded")
  }

  @Test("Prepared operations, blocking bodies and scopes join arrays as well") func everywhere()
    async throws
  {
    let manager = OperationManager("desk")
    let pages = (0..<3).map { page in manager.submit { page } }
    let prepared = manager.prepare(after: pages) { $0.reduce(0, +) }
    prepared.submit()
    let blocking = manager.submitOnThread(after: pages) { $0.reduce(0, +) }
    let scoped = try await manager.withScope { scope in
      let sum = scope.submit(after: pages) { $0.reduce(0, +) }
      let last = scope.submit(following: pages + [sum]) { sum.outcome?.value }
      let third = scope.submit(after: pages, sum) { 4 }
      return try await (sum.value, last.value, third.value)
    }
    #expect(try await prepared.value == 3)
    #expect(try await blocking.value == 3)
    #expect(scoped == (3, 3, 4))
  }

  @Test("A body without parameters depends on every element of `after:`, and takes no values")
  func withoutValues() async throws {
    let login = desk.manager.submit("login") {}
    let config = desk.manager.submit("settings") { 20 }
    let broken = desk.manager.submit("broken") { () async throws -> Int in throw Broken() }
    let log = Log()
    let all: [AnyOperationHandle] = [
      desk.manager.submit(after: login) { log.note("login") },
      desk.manager.submit(after: config) { log.note("config") },
      desk.manager.submit(after: login, config.result) { log.note("both") },
      desk.manager.submit(after: broken.failed) { log.note("apology") },
      desk.manager.submit(after: [login, login], following: broken) { log.note("array") },
      desk.manager.submit(after: login, broken) { log.note("never") },
      desk.manager.submit(after: broken.result, login) { @MainActor in log.note("main") },
    ]
    desk.run()
    #expect(
      all.dropLast().map(\.word)
        == ["succeeded", "succeeded", "succeeded", "succeeded", "succeeded", "cancelled"])
    #expect(Set(log.entries).isSuperset(of: ["login", "config", "both", "apology", "array"]))
    #expect(!log.entries.contains("never"))
    try await all[6].waitForEnd()
    #expect(all[6].word == "succeeded" && log.entries.contains("main"))
  }

  @Test("It starts after all of very many operations, and leaves nothing behind")
  func many() {
    let count = 3 * Engine.slice + 1
    let tracker = LifetimeTracker()
    let log = Log()
    do {
      let pages = (0..<count).map { page in
        desk.manager.submit {
          log.note("page")
          return tracker.make()
        }
      }
      let book = desk.manager.submit("bind", after: pages) { pages in
        log.note("bind")
        return pages.count
      }
      let last = desk.manager.submit("close", following: pages + [book]) { log.note("close") }
      #expect(book.isSubmitted && book.dependencies.count == count)
      desk.run()
      #expect(book.outcome?.value == count && last.word == "succeeded")
      #expect(log.count == count + 2 && log.entries.suffix(2) == ["bind", "close"])
      #expect(tracker.alive == count)
    }
    #expect(tracker.alive == 0)
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A join of a manager that was shut down is cancelled, however many it comes after")
  func shutDown() async {
    let pages = scan(600)
    desk.run()
    #expect(!desk.manager.isShutDown)
    await desk.manager.shutdown()
    #expect(desk.manager.isShutDown)
    let book = desk.manager.submit(after: pages) { $0.count }
    #expect(book.cancellationReason?.kind == .shutdown)
    #expect(desk.manager.operationCount == 0)
  }
}
