import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// Values are released once, and without a lock.
struct PurgeableCacheLifetimeTests {
  private final class Page: Sendable {
    let tracked: Tracked
    let whenEnded: @Sendable () -> Void
    init(_ tracked: Tracked, whenEnded: @escaping @Sendable () -> Void = {}) {
      self.tracked = tracked
      self.whenEnded = whenEnded
    }
    deinit { whenEnded() }
  }

  /// A key that is an object.
  private final class Title: Hashable, Sendable {
    let number: Int
    let tracked: Tracked
    init(_ number: Int, _ tracked: Tracked) {
      self.number = number
      self.tracked = tracked
    }
    static func == (one: Title, other: Title) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private typealias Pages = PurgeableCache<Int, Page>

  private func makePages(limit: Int) -> Pages {
    Pages("pages", limit: limit, under: nil) { _ in 10 }
  }

  @Test func keysAndValuesAreReleasedOnce() throws {
    try withLifetimeTracking { tracker in
      let pages = PurgeableCache<Title, Tracked>("pages", limit: 300, under: nil) { _ in 10 }
      var random = SeededGenerator(seed: 5)
      for _ in 0..<5_000 {
        let title = Title(Int.random(in: 0..<60, using: &random), tracker.make())
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: pages[title] = tracker.make()
        case 5: pages.remove(title)
        case 6: pages.shrink(by: Int.random(in: 0..<50, using: &random))
        case 7: if random.oneIn(20) { pages.removeAll() }
        case 8: _ = try? pages.value(for: title) { throw CoverError() }
        default: _ = try pages.value(for: title) { tracker.make() }
        }
        try #require(tracker.alive <= 2 * pages.count + 1)
      }
      #expect(pages.count > 0)
    }
  }

  @Test func removedValuesAreDestroyedAtOnce() {
    let tracker = LifetimeTracker()
    let pages = makePages(limit: 30)
    for number in 0..<10 { pages[number] = Page(tracker.make()) }
    #expect(tracker.alive == 3)
    pages[9] = Page(tracker.make())
    #expect(tracker.alive == 3)
    pages.shrink(by: 10)
    #expect(tracker.alive == 2)
    pages.removeAll()
    #expect(tracker.alive == 0)
  }

  /// A value released under the lock would deadlock here.
  @Test func deinitOfAValueMayUseTheCache() {
    let tracker = LifetimeTracker()
    let ended = Locked(0)
    let pages = makePages(limit: 50)
    let page: @Sendable () -> Page = {
      Page(tracker.make()) {
        _ = pages[1]
        _ = pages.statistics
        pages.remove(10_000)
        ended.update { $0 += 1 }
      }
    }
    for number in 0..<20 { pages[number] = page() }
    #expect(ended.value == 15)
    pages[19] = page()
    #expect(ended.value == 16)
    _ = pages.release(ReleaseRequest(level: .elevated))
    pages.remove(19)
    _ = try? pages.value(for: 50) { page() }
    pages.shrink(to: 10)
    pages.removeAll()
    #expect(ended.value == 22 && tracker.alive == 0)
  }

  @Test func valuesAreReleasedWithTheCache() {
    let tracker = LifetimeTracker()
    do {
      let pages = makePages(limit: 10_000)
      for number in 0..<500 { pages[number] = Page(tracker.make()) }
      #expect(tracker.alive == 500)
    }
    #expect(tracker.alive == 0)
  }

  @Test(.timeLimit(.minutes(3))) func fetchedValueIsReleasedWithTheCache() async throws {
    let tracker = LifetimeTracker()
    let ended = Gate()
    do {
      let pages = makePages(limit: 100)
      _ = try await pages.fetchValue(for: 1) { Page(tracker.make()) { ended.open() } }
      #expect(tracker.alive == 1)
    }
    // The fetching task retains the cache until it ends, which may be a little later.
    await ended.wait()
  }
}
