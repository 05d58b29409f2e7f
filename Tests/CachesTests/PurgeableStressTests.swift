import StageFloor
import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// Concurrent use; run under the thread sanitizer.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct PurgeableStressTests {
  private func onThreads(
    _ count: Int, _ body: @escaping @Sendable (inout SeededGenerator) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          try await onThread {
            var random = SeededGenerator(seed: UInt64(number))
            try body(&random)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private struct Books: Sendable {
    var made = 0
    var alive = 0
  }

  /// Counts its instances, behind a lock that the thread sanitizer understands.
  private final class Tally: Sendable {
    private let books: Locked<Books>
    init(_ books: Locked<Books>) {
      self.books = books
      books.update { books in
        books.made += 1
        books.alive += 1
      }
    }
    deinit { books.update { $0.alive -= 1 } }
  }

  private static let rounds = 4_000

  @Test func threadsUseOneCache() async throws {
    let tracker = Locked(Books())
    struct Page: Sendable {
      var number: Int
      var tracked: Tally
    }
    do {
      let pages = PurgeableCache<Int, Page>("pages", limit: 400, under: nil) { 5 + $0.number % 7 }
      try await onThreads(8) { random in
        for _ in 0..<Self.rounds {
          let number = Int.random(in: 0..<100, using: &random)
          switch Int.random(in: 0..<100, using: &random) {
          case 0..<45:
            if let page = pages[number] { try #require(page.number == number) }
          case 45..<65:
            pages[number] = Page(number: number, tracked: Tally(tracker))
          case 65..<90:
            let page = try pages.value(for: number) {
              Page(number: number, tracked: Tally(tracker))
            }
            try #require(page.number == number)
          case 90..<95:
            pages.remove(number)
          case 95..<97:
            pages.shrink(by: Int.random(in: 0..<200, using: &random))
          case 97:
            _ = pages.release(ReleaseRequest(level: .high))
          case 98:
            try #require(pages.bytes <= 400)
          default:
            if random.oneIn(10) { pages.removeAll() }
          }
        }
      }
      let statistics = pages.statistics
      #expect(statistics.bytes <= 400 && tracker.value.alive == statistics.count)
      try pages.state.pointee.policy.checkInvariants("at rest")
      #expect(pages.state.pointee.index.count == statistics.count)
      #expect(pages.state.pointee.creations.isEmpty)
      pages.removeAll()
    }
    #expect(tracker.value.alive == 0)
  }

  @Test func threadsUseOneValue() async throws {
    let tracker = Locked(Books())
    do {
      let page = PurgeableValue(
        "page", cost: .computed, under: nil, size: { _ in 10 },
        make: {
          if tracker.value.made % 5 == 4 {
            _ = Tally(tracker)
            throw CoverError()
          }
          return Tally(tracker)
        })
      try await onThreads(8) { random in
        for _ in 0..<Self.rounds {
          switch Int.random(in: 0..<10, using: &random) {
          case 0..<5: _ = try? page.value()
          case 5..<7: try? page.withValue { _ in _ = page.isLoaded }
          case 7: page.purge()
          case 8: _ = page.store.release(ReleaseRequest(level: .high))
          default: _ = page.store.purgeableBytes
          }
        }
      }
      #expect(page.store.state.withLock { $0.pins } == 0)
      page.purge()
      #expect(tracker.value.alive == 0)
    }
    #expect(tracker.value.alive == 0)
  }

  /// Tasks start and are cancelled while the value they wait for is fetched.
  @Test func tasksFetchAndAreCancelled() async throws {
    let pages = PurgeableCache<Int, Int>("pages", limit: 40, under: nil) { _ in 10 }
    for round in 0..<150 {
      await withTaskGroup(of: Void.self) { group in
        for reader in 0..<12 {
          group.addTask {
            let key = (round + reader) % 6
            let value = try? await pages.fetchValue(for: key) {
              // Other tasks run before the value is available.
              await Task.yield()
              try Task.checkCancellation()
              return key
            }
            if let value { #expect(value == key) }
          }
        }
        if round % 2 == 0 { group.cancelAll() }
      }
    }
    // Fetches without a waiter may still be ending, but no caller will join them.
    #expect(pages.lock.withLock { pages.state.pointee.creations.hasNothingCurrent })
    #expect(pages.bytes <= 40)
  }
}
