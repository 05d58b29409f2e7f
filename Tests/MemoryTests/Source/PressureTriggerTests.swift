import StagecraftMemory
import StagecraftTestKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct PressureTriggerTests {
  let clock = ManualClock()
  let trigger = PressureTrigger()

  func monitor() -> PressureMonitor { PressureMonitor(sources: .only(trigger), clock: clock) }

  @Test func pressingWaitsForThePassAndReturnsItsReport() async throws {
    let pressure = monitor()
    let registration = pressure.register("covers", cost: .computed) { _ in 7 }
    let report = try #require(await trigger.press(.high, cause: .throttled, target: 100))
    #expect(report.level == .high)
    #expect(report.cause == .throttled)
    #expect(report.target == 100)
    #expect(report.released == 7)
    #expect(pressure.level == .high)
    registration.end()
  }

  @Test func reportTakesEffectBeforeItReturns() {
    let pressure = monitor()
    trigger.report(.elevated, lasting: .untilChanged)
    #expect(pressure.level == .elevated)
    trigger.report(.normal)
    #expect(pressure.level == .normal)
  }

  @Test func pressingDuringHoldOffBeginsNoPass() async {
    let pressure = monitor()
    #expect(await trigger.press(.high) != nil)
    #expect(await trigger.press(.high) == nil)
    #expect(pressure.level == .high)
    clock.advance(by: .seconds(3))
    #expect(await trigger.press(.high) != nil)
  }

  @Test func noPassBeginsAtNormalPressureOrWithoutMonitor() async {
    #expect(await trigger.press(.critical) == nil)
    let pressure = monitor()
    #expect(await trigger.press(.normal) == nil)
    #expect(pressure.level == .normal)
  }

  @Test func pressingDuringAPassWaitsForThatPass() async {
    let pressure = monitor()
    let gate = AsyncStream.makeStream(of: Void.self)
    let asked = AsyncStream.makeStream(of: Void.self)
    let registration = pressure.register("slow", cost: .free) { _ in
      asked.continuation.yield()
      for await _ in gate.stream { break }
      return 1
    }
    async let first = trigger.press(.elevated)
    for await _ in asked.stream { break }
    async let second = trigger.press(.critical)
    for await event in pressure.events where event.level == .critical { break }
    // The responder is then asked once more, because the level is worse.
    gate.continuation.finish()
    let reports = await [first, second]
    #expect(reports.map { $0?.level } == [.critical, .critical])
    #expect(reports[0]?.time == reports[1]?.time)
    registration.end()
  }

  @Test func hangingResponderIsOverdueOnceTheClockReachesItsBudget() async throws {
    let pressure = monitor()
    let gate = AsyncStream.makeStream(of: Void.self)
    let registration = pressure.register("hangs", cost: .free) { _ in
      // Ignores the cancellation at the end of its budget.
      await Task { for await _ in gate.stream { break } }.value
      return 1
    }
    async let pressed = trigger.press(.high)
    // Skips the alarm for the end of the level, which may be set first.
    while try await clock.nextSleep().deadline.sinceStart > .seconds(2) {}
    clock.advance(by: .seconds(2))
    let report = try #require(await pressed)
    guard case .overdue = report.entries[0].outcome else {
      Issue.record("It is \(report.entries[0].outcome).")
      return
    }
    gate.continuation.finish()
    registration.end()
  }

  @Test func returnToNormalFollowsTheClock() async throws {
    let pressure = monitor()
    trigger.report(.high)
    try await clock.nextSleep()
    clock.advance(by: .seconds(10))
    for await event in pressure.events where event.level == .normal { break }
    #expect(pressure.level == .normal)
  }

  @Test func reportReachesAllMonitors() async {
    let (first, second) = (monitor(), monitor())
    #expect(trigger.listenerCount == 2)
    var reports = second.reports.makeAsyncIterator()
    #expect(await trigger.press(.high, target: 3)?.target == 3)
    #expect(await reports.next()?.target == 3)
    #expect(first.level == .high)
    #expect(second.level == .high)
  }

  @Test func newMonitorReceivesLastingReportsOnly() {
    let early = monitor()
    trigger.report(.high)
    #expect(monitor().level == .normal)
    trigger.report(.elevated, lasting: .untilChanged)
    #expect(monitor().level == .elevated)
    trigger.report(.normal)
    #expect(monitor().level == .normal)
    #expect(early.level == .normal)
  }

  @Test func lostTriggerReportsNothingMore() async throws {
    let pressure = monitor()
    trigger.report(.elevated, lasting: .untilChanged)
    trigger.lose("the file was removed")
    #expect(pressure.sources.map(\.state) == [.lost("the file was removed")])
    #expect(trigger.listenerCount == 0)
    #expect(await trigger.press(.critical) == nil)
    #expect(pressure.level == .elevated)
    #expect(monitor().level == .normal)
    try await clock.nextSleep()
    clock.advance(by: .seconds(10))
    for await event in pressure.events where event.level == .normal { break }
  }

  @Test func deallocatedMonitorStopsListeningLifetime() async {
    weak var gone: PressureTrigger?
    do {
      let trigger = PressureTrigger()
      gone = trigger
      var pressure: PressureMonitor? = PressureMonitor(sources: .only(trigger), clock: clock)
      #expect(trigger.listenerCount == 1)
      pressure = nil
      #expect(pressure == nil)
      #expect(trigger.listenerCount == 0)
      #expect(await trigger.press(.high) == nil)
    }
    #expect(gone == nil)
  }

  @Test func deallocatedTriggerLeavesTheLevelUnchangedLifetime() {
    weak var gone: PressureTrigger?
    var pressure: PressureMonitor?
    do {
      let trigger = PressureTrigger()
      gone = trigger
      pressure = PressureMonitor(sources: .only(trigger), clock: clock)
      trigger.report(.high)
    }
    #expect(gone == nil)
    #expect(pressure?.level == .high)
    pressure = nil
  }
}
