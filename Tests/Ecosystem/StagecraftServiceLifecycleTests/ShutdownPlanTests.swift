#if ServiceLifecycle
import InMemoryLogging
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import StageFloor
import StagecraftMemory
import StagecraftOperations
import StagecraftPools
import StagecraftServiceLifecycle
import StagecraftSharedPools
import StagecraftTableLists
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ShutdownPlanTests {
  private let clock = ManualClock()
  private let lines = InMemoryLogHandler()
  private let logger: Logger

  init() {
    let handler = lines
    logger = Logger(label: "library", factory: { _ in handler })
  }

  private func books() -> BoundedPool<Int> {
    var configuration = PoolConfiguration()
    configuration.name = "books"
    configuration.clock = clock
    return BoundedPool(lending: [1], configuration: configuration)
  }

  private func reviews() -> OperationManager {
    var configuration = OperationManager.Configuration()
    configuration.clock = clock
    return OperationManager("reviews", configuration: configuration)
  }

  /// Runs the services in a group of their own, and shuts it down when the body has returned.
  private func run(
    _ services: [any Service], _ body: (ServiceGroup) async throws -> Void
  ) async throws {
    let started = Started()
    let group = ServiceGroup(services: services + [started], logger: logger)
    let running = Task { try await group.run() }
    await started.gate.wait()
    try await body(group)
    try await running.value
  }

  @Test func servicesEndInReverseOrder() async throws {
    let pool = books()
    let manager = reviews()
    let plan = ShutdownPlan(logger: logger, clock: clock)
    try await run(plan.services([PressureMonitor(sources: .none), pool, manager])) {
      await $0.triggerGracefulShutdown()
    }
    #expect(
      plan.report.entries.map(\.name) == ["manager reviews", "pool books", "pressure monitor"])
    #expect(plan.report.isComplete)
    let names = lines.entries.filter { $0.message == "service has shut down" }
      .map { $0.metadata["service"] }
    #expect(names == ["manager reviews", "pool books", "pressure monitor"])
    await #expect(throws: PoolError.shutdown) { _ = try await pool.lease() }
  }

  @Test func whatIsOnLoanAtTheDeadlineIsReported() async throws {
    let pool = books()
    let lease = try await pool.lease(label: "reader 17")
    let plan = ShutdownPlan(deadline: .seconds(20), logger: logger, clock: clock)
    try await run([plan.service(pool)]) { group in
      await group.triggerGracefulShutdown()
      try await clock.nextSleep(of: "books")
      clock.advance(by: .seconds(20))
    }
    let entry = try #require(plan.report.entries.first)
    #expect(entry.cut.count == 1 && entry.cut[0].contains("“reader 17”"))
    #expect(entry.duration == .seconds(20))
    let line = try #require(lines.entries.first { $0.level == .warning })
    #expect(line.message == "service was cut at its deadline")
    #expect(line.metadata["service"] == "pool books" && line.metadata["cut_count"] == "1")
    lease.release()
  }

  @Test func servicesShareTheDeadline() async throws {
    let pool = books()
    let manager = reviews()
    let lease = try await pool.lease()
    let hanging = manager.submit("import") { () async throws in try await untilCancelled() }
    let plan = ShutdownPlan(deadline: .seconds(20), logger: logger, clock: clock)
    try await run(plan.services([pool, manager])) { group in
      await group.triggerGracefulShutdown()
      _ = try await clock.nextSleep()
      clock.advance(by: .seconds(20))
    }
    // The pool's turn came after the deadline: it did not wait.
    #expect(
      plan.report.entries.map(\.name) == ["manager reviews", "pool books"])
    // Its body may have ended before the report was made.
    #expect(plan.report.entries[0].cut.map { $0.hasPrefix("“import” was ") } == [true])
    #expect(plan.report.entries[1].cut.count == 1)
    #expect(plan.report.entries[1].duration == .zero)
    try await hanging.waitForEnd()
    lease.release()
  }

  @Test func cancellationCutsAtOnce() async throws {
    let pool = books()
    let lease = try await pool.lease()
    let plan = ShutdownPlan(logger: logger, clock: clock)
    let running = Task { try await plan.service(pool).run() }
    running.cancel()
    try await running.value
    #expect(plan.report.entries.map(\.isComplete) == [false])
    #expect(clock.now == ManualClock().now)
    lease.release()
  }

  @Test func aServiceThatFailsCutsTheOthersAtOnce() async throws {
    struct Broken: Error {}
    final class Failing: Service {
      let gate = Gate()
      func run() async throws {
        await gate.wait()
        throw Broken()
      }
    }
    let pool = books()
    let lease = try await pool.lease()
    let failing = Failing()
    let plan = ShutdownPlan(logger: logger, clock: clock)
    await #expect(throws: Broken.self) {
      try await run([plan.service(pool), failing]) { _ in failing.gate.open() }
    }
    #expect(plan.report.entries.map(\.cut.count) == [1])
    lease.release()
  }

  @Test func theLongestGracefulShutdownOfTheGroupCuts() async throws {
    let pool = books()
    let lease = try await pool.lease()
    let plan = ShutdownPlan(logger: logger, clock: clock)
    let started = Started()
    var configuration = ServiceGroupConfiguration(
      services: [plan.service(pool), started], logger: logger)
    configuration.maximumGracefulShutdownDuration = .milliseconds(20)
    let group = ServiceGroup(configuration: configuration)
    let running = Task { try await group.run() }
    await started.gate.wait()
    await group.triggerGracefulShutdown()
    _ = await running.result
    // The deadline of the plan, on a clock that stands still, has not passed.
    #expect(plan.report.entries.map(\.cut.count) == [1])
    lease.release()
  }

  @Test func aPoolIsAServiceWithoutAPlan() async throws {
    let pool = books()
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pool.run() }
        trigger.triggerGracefulShutdown()
        try await group.waitForAll()
      }
    }
    await #expect(throws: PoolError.shutdown) { _ = try await pool.lease() }
  }

  @Test func aSharedPoolWhoseLeaseIsNotReturnedIsCut() async throws {
    let pool = try await SharedPool<String>("scanners", at: MemoryLeaseStore())
    try await pool.add("left", named: "left")
    let lease = try await pool.lease()
    let plan = ShutdownPlan(deadline: .seconds(20), logger: logger, clock: clock)
    try await run([plan.service(pool)]) { group in
      await group.triggerGracefulShutdown()
      try await clock.nextSleep()
      clock.advance(by: .seconds(20))
    }
    #expect(plan.report.entries.first?.cut == ["1 lease was not returned."])
    await lease.release()
  }

  @Test func aTableAndASharedPoolClose() async throws {
    let store = try MemoryTableStore("titles", rows: [Row(id: 1)])
    let titles = try await TableList<Row>("titles", at: store)
    let pool = try await SharedPool<String>("scanners", at: MemoryLeaseStore())
    let plan = ShutdownPlan(logger: logger, clock: clock)
    try await run(plan.services([pool, titles])) { await $0.triggerGracefulShutdown() }
    #expect(plan.report.isComplete)
    #expect(plan.report.entries.map(\.name) == ["table titles", "shared pool scanners"])
    if case .closed = titles.state {} else { Issue.record("The table is still followed.") }
  }
}

private struct Row: Identifiable, Codable, Sendable { let id: Int }

/// The last service of a group: when it runs, the others have been started.
private final class Started: Service {
  let gate = Gate()

  func run() async throws {
    gate.open()
    try? await gracefulShutdown()
  }
}
#endif
