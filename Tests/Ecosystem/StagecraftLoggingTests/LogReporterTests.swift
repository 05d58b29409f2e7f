#if Logging
import InMemoryLogging
import Logging
import StageFloor
import StagecraftLogging
import StagecraftMemory
import StagecraftOperations
import StagecraftPools
import StagecraftScreens
import StagecraftSharedPools
import StagecraftTableLists
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct LogReporterTests {
  private let clock = ManualClock()
  private let lines = InMemoryLogHandler()
  private let logger: Logger
  private let log: LogReporter

  init() {
    var lines = lines
    lines.logLevel = .info
    let handler = lines
    logger = Logger(label: "library", factory: { _ in handler })
    log = LogReporter(logger, clock: clock)
  }

  private func books() -> BoundedPool<Int> {
    var configuration = PoolConfiguration()
    configuration.name = "books"
    configuration.clock = clock
    return BoundedPool(lending: [1], configuration: configuration)
  }

  /// Lets some borrowers wait in vain.
  private func refuse(_ count: Int, of pool: BoundedPool<Int>) async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          (try? await pool.withElement(timeout: .after(.milliseconds(5))) { _ in }) == nil
        }
      }
      while pool.snapshot.waiting < count { await Task.yield() }
      clock.advance(by: .milliseconds(5))
      for await isRefused in group { #expect(isRefused) }
    }
  }

  /// Some events are delivered after what caused them has returned.
  private func written(_ count: Int) async throws -> [InMemoryLogHandler.Entry] {
    while lines.entries.count < count {
      try Task.checkCancellation()
      await Task.yield()
    }
    return lines.entries
  }

  @Test func aPoolThatRefusesWritesALineAMinuteWithACount() async throws {
    let pool = books()
    log.report(pool)
    let lease = try await pool.lease()
    await refuse(1_000, of: pool)
    #expect(lines.entries.count == 1)
    let first = try #require(lines.entries.first)
    #expect(first.level == .warning && first.message == "pool wait timed out")
    #expect(first.metadata["pool"] == "books" && first.metadata["waited_ms"] == "5")
    #expect(first.metadata["count"] == nil)
    try await clock.nextSleep(of: "stagecraft log")
    clock.advance(by: .seconds(60))
    // The next sleep begins when the line has been written.
    try await clock.nextSleep(of: "stagecraft log")
    #expect(lines.entries.count == 2)
    #expect(lines.entries[1].metadata["count"] == "999")
    await refuse(5, of: pool)
    log.stop()
    #expect(lines.entries.count == 3)
    #expect(lines.entries[2].metadata["count"] == "5")
    lease.release()
  }

  @Test func whatIsBelowTheLevelOfTheLoggerIsNotWritten() async throws {
    let pool = books()
    log.report(pool)
    let lease = try await pool.lease()
    let waiting = Task { _ = try await pool.lease() }
    while pool.snapshot.waiting == 0 { await Task.yield() }
    waiting.cancel()
    _ = await waiting.result
    #expect(lines.entries.isEmpty)
    lease.release()
  }

  @Test func aFailedCreationIsAnError() async throws {
    struct Broken: Error {}
    let pool = BoundedPool<Int>(capacity: 1) { () async throws -> Int in throw Broken() }
    log.report(pool, as: "connections")
    await #expect(throws: (any Error).self) { _ = try await pool.lease() }
    let line = try #require(try await written(1).first)
    #expect(line.level == .error && line.message == "pool could not create an element")
    #expect(line.metadata["pool"] == "connections" && line.metadata["error"] == "Broken()")
  }

  @Test func aFailedOperationIsAWarningWithItsError() async throws {
    struct Broken: Error {}
    let manager = OperationManager("reviews")
    log.report(manager)
    let comment = manager.submit("comment") { () async throws in throw Broken() }
    try await comment.waitForEnd()
    let line = try #require(try await written(1).first)
    #expect(line.level == .warning && line.message == "operation failed")
    #expect(line.metadata["manager"] == "reviews" && line.metadata["operation"] == "comment")
    #expect(line.metadata["error"] == "Broken()")
  }

  @Test func anErrorThatDescribesItselfToDebuggersIsWrittenInFull() async throws {
    struct Refused: Error, CustomStringConvertible, CustomDebugStringConvertible {
      var description: String { "For details, use `String(reflecting: error)`." }
      var debugDescription: String { "Refused(sqlState: 28P01)" }
    }
    let manager = OperationManager("reviews")
    log.report(manager)
    let comment = manager.submit("comment") { () async throws in throw Refused() }
    try await comment.waitForEnd()
    let line = try #require(try await written(1).first)
    #expect(line.metadata["error"] == "Refused(sqlState: 28P01)")
  }

  @Test func aStoreThatFailsIsNamedByItsCode() async throws {
    let faults = FaultStore(MemoryLeaseStore())
    let pool = try await SharedPool<String>("scanners", at: faults)
    try await pool.add("left", named: "left")
    log.report(pool)
    faults.plan(.loseAnswer, for: .ask)
    try await pool.withLease { _ in }
    let line = try #require(
      try await written(1).first { $0.message == "shared pool store failed" })
    #expect(line.level == .warning && line.metadata["code"] == "unreachable")
    await pool.close()
  }

  @Test func pressureLevelsAreWrittenWhenTheyChange() async throws {
    let trigger = PressureTrigger()
    let monitor = PressureMonitor(sources: .only(trigger))
    log.report(monitor)
    trigger.report(.high)
    let line = try #require(
      try await written(1).first { $0.message == "memory pressure changed" })
    #expect(line.level == .warning && line.metadata["level"] == "high")
    #expect(line.metadata["from"] == "normal")
  }

  @Test func aTableThatCannotBeReadIsStaleAndThenCurrent() async throws {
    let store = try MemoryTableStore("titles", rows: [Row(id: 1)])
    let titles = try await TableList<Row>("titles", at: store)
    log.report(titles)
    store.dropTable("titles")
    let line = try #require(try await written(1).first)
    #expect(line.level == .warning && line.message == "table list is stale")
    #expect(line.metadata["table"] == "titles" && line.metadata["code"] == "noSuchTable")
    await titles.close()
  }

  @MainActor
  @Test func aLeakedViewIsAWarning() throws {
    let application = ScreenApplication()
    log.report(application)
    let page = Page(in: application)
    application.report(
      leak: ScreenEvent.ViewLeak(viewType: "GtkBox"), of: page.id, named: "page")
    let line = try #require(lines.entries.first)
    #expect(line.level == .warning && line.metadata["view"] == "GtkBox")
    #expect(line.metadata["screen"] == "page")
  }

  @Test func theLoggerOfTheTaskIsTheDefault() async throws {
    let pool = books()
    let lease = try await pool.lease()
    let reporter = withLogger(logger) { _ in LogReporter(clock: clock) }
    reporter.report(pool)
    await refuse(1, of: pool)
    #expect(lines.entries.count == 1)
    lease.release()
    reporter.stop()
  }

  @Test func aReportedTableIsNotRetained() async throws {
    weak var released: TableList<Row>?
    do {
      let store = try MemoryTableStore("titles", rows: [Row(id: 1)])
      let titles = try await TableList<Row>("titles", at: store)
      released = titles
      log.report(titles)
    }
    #expect(released == nil)
  }

  @Test func aReportedPoolIsNotRetained() async {
    weak var released: BoundedPool<Int>?
    do {
      let pool = books()
      released = pool
      log.report(pool)
    }
    #expect(released == nil)
  }
}

private struct Row: Identifiable, Codable, Sendable { let id: Int }

private final class Page: Screen<FakeView> {
  override func loadView() -> FakeView { FakeView() }
}
#endif
