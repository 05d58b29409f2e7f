import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// A cache under lasting pressure does not fill up again.
///
/// Caches filled up immediately, and at a hard limit the next pass came too late.
@Suite(.timeLimit(.minutes(3)))
struct LastingPressureTests {
  private let source = PressureTrigger()
  private let clock = ManualClock()
  private let monitor: PressureMonitor

  init() { monitor = PressureMonitor(sources: .only(source), clock: clock) }

  private func makeCovers(
    under monitor: PressureMonitor? = nil
  ) -> PurgeableCache<Int, Cover> {
    let covers = PurgeableCache<Int, Cover>(
      "covers", limit: 3_200, cost: .readFromDisk, under: monitor ?? self.monitor
    ) { $0.bytes }
    fill(covers)
    return covers
  }

  /// Inserts more than the cache can hold.
  private func fill(_ covers: PurgeableCache<Int, Cover>) {
    for book in 0..<1000 { covers[book] = Cover(book: book, bytes: 10) }
  }

  /// Waits for the pass that answers a report.
  private func report(
    _ level: PressureLevel, target: Int? = nil, to monitor: PressureMonitor? = nil
  ) async -> ReliefReport? {
    var reports = (monitor ?? self.monitor).reports.makeAsyncIterator()
    source.report(level, target: target, lasting: .untilChanged)
    return await reports.next()
  }

  @Test func cacheStaysEmptyUntilCriticalPressureIsOver() async throws {
    let covers = makeCovers()
    #expect(covers.bytes == 3_200)
    #expect(await report(.critical)?.released == 3_200)
    fill(covers)
    #expect(covers.bytes == 0)
    #expect(!covers.insert(Cover(book: 1, bytes: 10), for: 1))
    // The created value is returned, and not cached.
    #expect(try covers.value(for: 2) { Cover(book: 2, bytes: 10) }.book == 2)
    #expect(try await covers.fetchValue(for: 3) { Cover(book: 3, bytes: 10) }.book == 3)
    #expect(covers.count == 0)
    clock.advance(by: .seconds(100))
    fill(covers)
    #expect(covers.bytes == 0)

    // At normal pressure, a thirty-second part of the size is restored in each second.
    source.report(.normal)
    fill(covers)
    clock.advance(by: .seconds(1))
    fill(covers)
    #expect((90...100).contains(covers.bytes))
    clock.advance(by: .seconds(9))
    fill(covers)
    #expect((990...1000).contains(covers.bytes))
    clock.advance(by: .seconds(30))
    fill(covers)
    #expect(covers.bytes == 3_200)
  }

  @Test func cacheDoesNotGrowUnderHighPressure() async throws {
    let covers = makeCovers()
    #expect(await report(.high, target: 1_200)?.released == 1_200)
    #expect(covers.bytes == 2_000)
    fill(covers)
    #expect(covers.bytes == 2_000)
    #expect(covers.insert(Cover(book: 5_000, bytes: 1_000), for: 5_000))
    #expect(covers.bytes <= 2_000)
    // After worse pressure, the remainder of the last pass is the bound.
    #expect(await report(.critical)?.level == .critical)
    source.report(.high, lasting: .untilChanged)
    fill(covers)
    #expect(covers.bytes == 0)
  }

  /// A cache that was empty at the pass filled up under critical pressure.
  @Test func emptyCacheStaysEmptyUnderCriticalPressure() async throws {
    let covers = makeCovers()
    covers.removeAll()
    #expect(await report(.critical)?.released == 0)
    fill(covers)
    #expect(covers.bytes == 0)
    // Created under pressure: no pass has asked this cache.
    let late = makeCovers()
    #expect(late.bytes == 0)
    source.report(.normal)
    fill(covers)
    fill(late)
    #expect(covers.bytes == 3_200)
    #expect(late.bytes == 3_200)
  }

  @Test func cacheRecoversToTheAllowanceOfElevatedPressure() async throws {
    var policy = PressurePolicy()
    // No further pass runs while pressure is elevated.
    policy.holdOff = .seconds(100_000)
    let monitor = PressureMonitor(sources: .only(source), policy: policy, clock: clock)
    let covers = makeCovers(under: monitor)
    #expect(await report(.elevated, target: 1_200, to: monitor)?.released == 1_200)
    #expect(await report(.critical, to: monitor)?.released == 2_000)
    source.report(.elevated, lasting: .untilChanged)
    fill(covers)
    #expect(covers.bytes == 0)
    clock.advance(by: .seconds(128))
    fill(covers)
    #expect(covers.bytes == 2_000)
    clock.advance(by: .seconds(1000))
    fill(covers)
    #expect(covers.bytes == 2_000)
  }

  private func makePlan() -> PurgeableValue<Cover> {
    PurgeableValue(
      "plan", cost: .computed, under: monitor, size: { $0.bytes },
      make: { Cover(book: 1, bytes: 100) })
  }

  /// Values were kept again immediately.
  @Test func valueIsReturnedAndNotKeptUnderCriticalPressure() async throws {
    let plan = makePlan()
    let notices = PurgeableAsyncValue(
      "notices", cost: .fetched, under: monitor, size: { (cover: Cover) in cover.bytes },
      make: { Cover(book: 2, bytes: 200) })
    _ = try plan.value()
    _ = try await notices.value()
    #expect(await report(.critical)?.released == 300)
    #expect(try plan.value().book == 1)
    #expect(try plan.withValue { $0.book } == 1)
    #expect(try await notices.value().book == 2)
    #expect(try await notices.withValue { $0.book } == 2)
    #expect(!plan.isLoaded && !notices.isLoaded)
    source.report(.high, lasting: .untilChanged)
    _ = try plan.value()
    _ = try await notices.value()
    #expect(plan.isLoaded && notices.isLoaded)
  }

  /// Otherwise it would be created for each use for as long as pressure lasts.
  @Test func purgedValueIsKeptAgainBelowCriticalPressure() async throws {
    let plan = makePlan()
    _ = try plan.value()
    #expect(await report(.high)?.released == 100)
    #expect(!plan.isLoaded)
    _ = try plan.value()
    #expect(plan.isLoaded)
  }

  @Test func requestedPassDoesNotRestrictAValue() async throws {
    let plan = makePlan()
    _ = try plan.value()
    #expect(await monitor.relieve(.critical).released == 100)
    _ = try plan.value()
    #expect(plan.isLoaded)
  }

  @Test func requestedPassDoesNotRestrictTheCache() async throws {
    let covers = makeCovers()
    #expect(await monitor.relieve(.critical).released == 3_200)
    fill(covers)
    #expect(covers.bytes == 3_200)
  }

  @Test func deallocatedMonitorDoesNotRestrictTheCache() async throws {
    let covers: PurgeableCache<Int, Cover>
    do {
      let monitor = PressureMonitor(sources: .only(source), clock: clock)
      covers = PurgeableCache("covers", limit: 3_200, under: monitor) { $0.bytes }
      fill(covers)
      var reports = monitor.reports.makeAsyncIterator()
      source.report(.critical, lasting: .untilChanged)
      #expect(await reports.next()?.released == 3_200)
      withExtendedLifetime(monitor) {}
    }
    fill(covers)
    clock.advance(by: .seconds(32))
    fill(covers)
    #expect(covers.bytes == 3_200)
  }

  /// An insertion must not have to evict all that a pass is about to evict.
  @Test func policyAcceptsNothingWhileItShrinks() {
    var policy = EvictionPolicy(maximumBytes: 1_000, maximumCount: .max)
    for hash in 0..<100 as Range<UInt32> { _ = policy.admit(10, hash) }
    policy.maximumBytes = 400
    #expect(!policy.accepts(0))
    #expect(!policy.accepts(10))
    while policy.bytes > 400 { #expect(policy.victim(toShrinkTo: 400) != nil) }
    #expect(policy.accepts(10))
    #expect(!policy.accepts(401))
  }
}
