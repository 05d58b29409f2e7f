#if Metrics
import Foundation
import Metrics
import MetricsTestKit
import StageFloor
import StagecraftCaches
import StagecraftLists
import StagecraftMemory
import StagecraftMetrics
import StagecraftOperations
import StagecraftPools
import StagecraftScreens
import StagecraftSharedPools
import StagecraftTableLists
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MetricsReporterTests {
  private let clock = ManualClock()
  private let test = TestMetrics()
  private let metrics: MetricsReporter

  init() { metrics = MetricsReporter(period: .seconds(5), factory: test, clock: clock) }

  private func meter(_ label: String, _ dimensions: (String, String)...) throws -> Double? {
    try test.expectMeter("stagecraft." + label, dimensions).lastValue
  }

  private func counter(_ label: String, _ dimensions: (String, String)...) throws -> Int64 {
    try test.expectCounter("stagecraft." + label, dimensions).totalValue
  }

  private func timer(_ label: String, _ dimensions: (String, String)...) throws -> [Int64] {
    try test.expectTimer("stagecraft." + label, dimensions).values
  }

  private func books(timings: Bool = false) -> BoundedPool<Int> {
    var configuration = PoolConfiguration()
    configuration.name = "books"
    configuration.recordsTimings = timings
    configuration.clock = clock
    return BoundedPool(lending: [1, 2], configuration: configuration)
  }

  @Test func aPoolIsReadWhenItIsUpdated() async throws {
    let pool = books(timings: true)
    metrics.report(pool)
    let lease = try await pool.lease()
    metrics.update()
    #expect(try meter("pool.capacity", ("pool", "books")) == 2)
    #expect(try meter("pool.on_loan", ("pool", "books")) == 1)
    #expect(try meter("pool.idle", ("pool", "books")) == 1)
    clock.advance(by: .seconds(2))
    lease.release()
    metrics.update()
    #expect(try meter("pool.on_loan", ("pool", "books")) == 0)
    #expect(try counter("pool.hold_seconds", ("pool", "books")) == 2)
    #expect(try counter("pool.holds", ("pool", "books")) == 1)
    // Nothing is observed, so nothing is timed.
    #expect(throws: TestMetricsError.self) { try timer("pool.hold", ("pool", "books")) }
  }

  @Test func timeoutsAreCountedOnce() async throws {
    let pool = books()
    metrics.report(pool)
    let first = try await pool.lease()
    let second = try await pool.lease()
    for _ in 1...3 {
      await #expect(throws: PoolError.timedOut) { _ = try await pool.lease(timeout: .after(.zero)) }
    }
    metrics.update()
    metrics.update()
    #expect(try counter("pool.timeouts", ("pool", "books")) == 3)
    first.release()
    second.release()
  }

  @Test func waitsAndLoansAreTimedOnRequest() async throws {
    let pool = books()
    metrics.report(pool, as: "copies", timesEach: true)
    let lease = try await pool.lease()
    clock.advance(by: .milliseconds(7))
    lease.release()
    #expect(try timer("pool.wait", ("pool", "copies")) == [0])
    #expect(try timer("pool.hold", ("pool", "copies")) == [7_000_000])
  }

  @Test func aManagerIsCountedByItsEndings() async throws {
    struct Broken: Error {}
    let manager = OperationManager("reviews")
    metrics.report(manager)
    let login = manager.submit("login") {}
    let comment = manager.submit("comment", following: login) { () async throws in
      throw Broken()
    }
    try await comment.waitForEnd()
    // The last events may be delivered after the end.
    try await eventually { try counter("manager.attempts", ("manager", "reviews")) == 2 }
    try await eventually {
      try counter("manager.ended", ("manager", "reviews"), ("ending", "failed")) == 1
    }
    #expect(try counter("manager.ended", ("manager", "reviews"), ("ending", "succeeded")) == 1)
    #expect(try counter("manager.ended", ("manager", "reviews"), ("ending", "skipped")) == 0)
    #expect(try meter("manager.operations", ("manager", "reviews")) == 0)
    try await eventually { try timer("manager.run", ("manager", "reviews")).count == 2 }
    #expect(try timer("manager.wait", ("manager", "reviews")).count == 2)
  }

  @Test func eventsThatAreDeliveredLateHaveTheirOwnMoments() async throws {
    var configuration = OperationManager.Configuration()
    configuration.isSuspended = true
    let manager = OperationManager("reviews", configuration: configuration)
    let login = manager.submit("login") {}
    let (blocked, blocking) = AsyncStream.makeStream(of: Void.self)
    let hasEnded = DispatchSemaphore(value: 0)
    // The thread that cancels "login" also delivers the events of "comment", after "comment" has
    // ended.
    let observation = manager.observe { event in
      guard event.kind == .ended(.cancelled) else { return }
      blocking.finish()
      hasEnded.wait()
    }
    metrics.report(manager)
    async let cancelling: Void = onThread { login.cancel() }
    do {
      defer { hasEnded.signal() }
      for await _ in blocked {}
      manager.resume()
      try await manager.submit("comment") { () async in usleep(20_000) }.waitForEnd()
    }
    try await cancelling
    try await eventually {
      try counter("manager.ended", ("manager", "reviews"), ("ending", "succeeded")) == 1
    }
    try await eventually { (try? timer("manager.run", ("manager", "reviews")).count) == 1 }
    #expect(try timer("manager.run", ("manager", "reviews")).allSatisfy { $0 >= 20_000_000 })
    observation.cancel()
  }

  private func eventually(_ condition: () throws -> Bool) async throws {
    repeat {
      try Task.checkCancellation()
      await Task.yield()
      metrics.update()
    } while try !condition()
  }

  @Test func aSharedPoolIsReadAndTimed() async throws {
    let pool = try await SharedPool<String>("scanners", at: MemoryLeaseStore(clock: clock))
    try await pool.add("left", named: "left")
    metrics.report(pool)
    try await pool.withLease { _ in
      metrics.update()
      let leased = try meter("shared_pool.leased", ("shared_pool", "scanners"))
      #expect(leased == 1)
    }
    try await eventually {
      try counter("shared_pool.returned", ("shared_pool", "scanners")) == 1
    }
    #expect(try counter("shared_pool.granted", ("shared_pool", "scanners")) == 1)
    #expect(try timer("shared_pool.hold", ("shared_pool", "scanners")).count == 1)
    #expect(try timer("shared_pool.wait", ("shared_pool", "scanners")).count == 1)
    await pool.close()
  }

  @Test func cachesListsAndTablesAreRead() async throws {
    let covers = PurgeableCache<Int, Int>("covers", limit: 100, under: nil) { _ in 10 }
    covers[1] = 1
    _ = covers[1]
    _ = covers[2]
    let orders = LiveList<Row>([Row(id: 0)])
    let store = try MemoryTableStore("titles", rows: [Row(id: 1), Row(id: 2)])
    let titles = try await TableList<Row>("titles", at: store)
    metrics.report(covers)
    metrics.report(orders, as: "orders")
    metrics.report(titles)
    try orders.append(Row(id: 1))
    metrics.update()
    #expect(try meter("cache.bytes", ("cache", "covers")) == 10)
    #expect(try counter("cache.hits", ("cache", "covers")) == 1)
    #expect(try counter("cache.misses", ("cache", "covers")) == 1)
    #expect(try meter("list.rows", ("list", "orders")) == 2)
    #expect(try counter("list.edits", ("list", "orders")) == 1)
    #expect(try meter("table.rows", ("table", "titles")) == 2)
    #expect(try meter("table.stale", ("table", "titles")) == 0)
    await titles.close()
  }

  @Test func pressureHasALevelAndPasses() async throws {
    let monitor = PressureMonitor(sources: .none)
    let registration = monitor.register(
      "covers", cost: .readFromDisk, estimate: { 4_096 }, release: { _ in 4_096 })
    metrics.report(monitor)
    await monitor.relieve(.high, target: 4_096)
    try await eventually {
      (try? counter("pressure.released_bytes", ("pressure", "memory"))) == 4_096
    }
    #expect(try counter("pressure.passes", ("pressure", "memory"), ("level", "high")) == 1)
    #expect(try meter("pressure.level", ("pressure", "memory")) == 0)
    registration.end()
  }

  @MainActor
  @Test func screensAreCounted() throws {
    let application = ScreenApplication()
    metrics.report(application)
    let window = ScreenWindow(
      root: Page(in: application), stage: RecorderStage(), in: application)
    window.open()
    metrics.update()
    // The window is a screen too.
    #expect(try meter("screens.visible", ("screens", "screens")) == 2)
    #expect(try counter("screens.loads", ("screens", "screens")) == 2)
    window.close()
    metrics.update()
    #expect(try meter("screens.visible", ("screens", "screens")) == 0)
    #expect(try counter("screens.appearances", ("screens", "screens")) == 2)
  }

  @Test func theMetricsOfAReleasedObjectAreDestroyed() throws {
    weak var released: BoundedPool<Int>?
    do {
      let pool = books()
      released = pool
      metrics.report(pool)
      metrics.update()
      #expect(try meter("pool.idle", ("pool", "books")) == 2)
    }
    #expect(released == nil)
    metrics.update()
    #expect(throws: TestMetricsError.self) { try meter("pool.idle", ("pool", "books")) }
  }

  @Test func reportingUpdatingAndReleasingAtOnceLeavesNothing() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            let pool = BoundedPool(lending: [1])
            metrics.report(pool, as: "pool \(number % 7)", timesEach: number % 2 == 0)
            try? await pool.withElement { _ in }
            metrics.update()
          }
        }
      }
    }
    metrics.update()
    #expect(test.meters.isEmpty && test.counters.isEmpty && test.timers.isEmpty)
  }

  @Test func runUpdatesOncePerPeriodAndAtItsEnd() async throws {
    let pool = books()
    metrics.report(pool)
    let running = Task { await metrics.run() }
    try await clock.nextSleep()
    let first = try test.expectMeter("stagecraft.pool.idle", [("pool", "books")])
    #expect(first.values == [2])
    let lease = try await pool.lease()
    clock.advance(by: .seconds(5))
    try await clock.nextSleep()
    #expect(first.values == [2, 1])
    lease.release()
    running.cancel()
    await running.value
    #expect(first.values == [2, 1, 2])
  }

  @Test func stopDestroysAllAndReportsNothingLater() throws {
    let pool = books()
    metrics.report(pool)
    metrics.update()
    metrics.stop()
    #expect(test.meters.isEmpty && test.counters.isEmpty)
    metrics.report(pool)
    metrics.update()
    #expect(test.meters.isEmpty)
  }

  @Test func anObjectOfYourOwnIsReported() throws {
    let printer = Printer()
    metrics.report(printer)
    metrics.update()
    #expect(try meter("printer.queued", ("printer", "hall")) == 4)
    #expect(try counter("printer.printed", ("printer", "hall")) == 9)
  }
}

private struct Row: Identifiable, Codable, Sendable { let id: Int }

private final class Page: Screen<FakeView> {
  override func loadView() -> FakeView { FakeView() }
}

private final class Printer: MetricsSource {
  var metricsKind: String { "printer" }
  var metricsName: String? { "hall" }

  func read(into reading: inout MetricsReading) {
    reading.level("queued", 4)
    reading.total("printed", 9)
  }
}
#endif
