import StageFloor
import StagecraftOperations
import StagecraftPools
import StagecraftTestKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ManualClockTests {
  // A test that awaited one sleep too many once did not end at its time limit, and the whole run
  // hung.
  @Test func nextSleepEndsWithTheCancellationOfItsTask() async throws {
    let clock = ManualClock()
    let waiting = Task { try await clock.nextSleep() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func aCancelledWatcherReceivesNoSleep() async throws {
    let clock = ManualClock()
    let waiting = Task { try await clock.nextSleep() }
    waiting.cancel()
    _ = await waiting.result
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(1))
    clock.advance(by: .seconds(1))
    try await sleeper.value
  }

  @Test(arguments: [true, false])
  func nextJobEndsWithTheCancellationOfItsTask(isSeeded: Bool) async throws {
    let manual = ManualExecutor()
    let seeded = SeededExecutor(seed: 1)
    let waiting = Task {
      if isSeeded { try await seeded.nextJob() } else { try await manual.nextJob() }
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func aSleepHasTheNameOfItsTask() async throws {
    let clock = ManualClock()
    let sleeper = Task(name: "reader") { try await clock.sleep(for: .seconds(2)) }
    let sleep = try await clock.nextSleep()
    #expect(sleep.sleeper == "reader")
    #expect("\(sleep)" == "“reader” sleeps until 2.0 seconds.")
    #expect(clock.sleeps == [sleep])
    clock.advance(by: .seconds(2))
    try await sleeper.value
    #expect(clock.sleeps == [])
  }

  @Test func poolsAndManagersThatShareAClockAreDistinguished() async throws {
    let clock = ManualClock()
    var poolConfiguration = PoolConfiguration()
    poolConfiguration.name = "books"
    poolConfiguration.clock = clock
    let books = BoundedPool(lending: [Int](), configuration: poolConfiguration)
    var configuration = OperationManager.Configuration()
    configuration.clock = clock
    let desk = OperationManager("desk", configuration: configuration)
    let reader = Task { try await books.lease(timeout: .after(.seconds(30))).element }
    var options = OperationOptions("fetch")
    options.retry = .times(1, delay: .constant(.seconds(5)))
    let fetched = desk.submit(options) { try Self.failOnce() }
    #expect(try await clock.nextSleep(of: "desk").deadline.sinceStart == .seconds(5))
    #expect(try await clock.nextSleep(of: "books").deadline.sinceStart == .seconds(30))
    clock.advance(by: .seconds(5))
    #expect(try await fetched.value == 2)
    clock.advance(by: .seconds(25))
    await #expect(throws: PoolError.self) { try await reader.value }
  }

  @Test func advancingWakesOnlyTheNamedSleepersOneAfterAnother() async throws {
    let clock = ManualClock()
    let patient = Task(name: "patient") { try await clock.sleep(for: .seconds(100)) }
    try await clock.nextSleep(of: "patient")
    let busy = Task(name: "busy") {
      for _ in 1...10 { try await clock.sleep(for: .seconds(3)) }
      return clock.now.sinceStart
    }
    #expect(try await clock.advance(waking: "busy") { try await busy.value } == .seconds(30))
    #expect(clock.sleeps.map(\.sleeper) == ["patient"])
    clock.advance(by: .seconds(70))
    try await patient.value
  }

  @Test func advancingWithoutNamesWakesEverySleeper() async throws {
    let clock = ManualClock()
    let start = clock.now
    let sleepers = (1...5).map { second in
      Task { try await clock.sleep(until: start.advanced(by: .seconds(second))) }
    }
    try await clock.advance { for sleeper in sleepers { try await sleeper.value } }
    #expect(clock.now.sinceStart == .seconds(5))
  }

  @Test func advancingThrowsTheErrorOfItsBody() async {
    let clock = ManualClock()
    await #expect(throws: CancellationError.self) {
      try await clock.advance { throw CancellationError() }
    }
  }

  private struct Unreachable: Error {}

  private static func failOnce() throws -> Int {
    let attempt = OperationContext.current?.attempt ?? 0
    if attempt == 1 { throw Unreachable() }
    return attempt
  }
}
