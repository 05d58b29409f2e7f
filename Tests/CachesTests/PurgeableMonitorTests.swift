import StagecraftTestKit
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// Caches and values as responders of a monitor.
@Suite(.timeLimit(.minutes(3)))
struct PurgeableMonitorTests {
  private let monitor = PressureMonitor(sources: .none)

  private func makeCovers(_ count: Int) -> PurgeableCache<Int, Cover> {
    let covers = PurgeableCache<Int, Cover>(
      "covers", limit: 10_000, cost: .readFromDisk, under: monitor
    ) { $0.bytes }
    for book in 0..<count { covers[book] = Cover(book: book, bytes: 10) }
    return covers
  }

  @Test func cheaperMemoryIsReleasedFirstUpToTheTarget() async throws {
    let covers = makeCovers(100)
    let plan = PurgeableValue(
      "plan", cost: .computed, under: monitor, size: { _ in 300 }, make: { 1 })
    _ = try plan.value()
    let report = await monitor.relieve(.elevated, target: 400)
    #expect(report.entries.map(\.name) == ["plan", "covers"])
    #expect(report.entries.map(\.estimated) == [300, 1_000])
    #expect(report.released == 400)
    #expect(!plan.isLoaded && covers.bytes == 900)
  }

  @Test func criticalPressureReleasesEverything() async throws {
    let covers = makeCovers(100)
    let notices = PurgeableAsyncValue(
      "notices", cost: .fetched, under: monitor, size: { _ in 300 }, make: { 1 })
    _ = try await notices.value()
    let report = await monitor.relieve(.critical)
    #expect(report.released == 1_300)
    #expect(!notices.isLoaded && covers.count == 0)
  }

  @Test func deallocatedCacheIsNotAsked() async throws {
    do {
      let covers = makeCovers(10)
      #expect(await monitor.relieve(.critical).released == 100)
      withExtendedLifetime(covers) {}
    }
    #expect(await monitor.relieve(.critical).released == 0)
  }

  @Test func responderIsNotAskedBelowItsLevel() async throws {
    let plan = PurgeableValue(
      "plan", cost: .computed, from: .high, under: monitor, size: { _ in 300 }, make: { 1 })
    _ = try plan.value()
    _ = await monitor.relieve(.elevated)
    #expect(plan.isLoaded)
    _ = await monitor.relieve(.high)
    #expect(!plan.isLoaded)
  }
}
