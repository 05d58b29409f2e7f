import StagecraftTestKit
import Testing

@testable import StagecraftMemory

/// Events at the end of a pass, and after it.
@Suite(.timeLimit(.minutes(3)))
struct PressureMonitorFinishingTests {
  private let source = ScriptedSource()
  private let clock = ManualClock()
  private let monitor: PressureMonitor

  init() {
    monitor = PressureMonitor(sources: .only(source), clock: clock)
  }

  /// Registers a responder whose existence the monitor checks at the end of each pass.
  ///
  /// At its first check, no responder is left to be asked, and the pass is not over yet.
  private func registerWitness(_ body: @escaping @Sendable () -> Void) {
    let looks = Asked<Void>()
    monitor.core.registerForOwner(
      Responder(
        name: "witness", cost: .noticed, priority: .late, level: .elevated, place: .anywhere,
        isAlive: {
          looks.append(())
          if looks.all.count == 1 { body() }
          return true
        }, estimate: nil, release: { _ in 0 }))
  }

  /// A report that was received after the last responder had been asked, and before the pass ended,
  /// was lost: the pass did not ask again, and the hold-off prevented another one.
  @Test
  func worsePressureAtTheEndOfAPassContinuesIt() async throws {
    let asked = Asked<PressureLevel>()
    let covers = monitor.register("covers", cost: .free) { request in
      asked.append(request.level)
      return 10
    }
    registerWitness { [source] in source.report(.critical) }
    let report = await monitor.relieve(.elevated, target: 10)
    #expect(asked.all == [.elevated, .critical])
    #expect(report.level == .critical)
    #expect(report.released == 20)
    #expect(report.entries.map(\.name) == ["covers", "witness"])
    guard case .released = report.entries[1].outcome else {
      Issue.record("The witness was kept at critical pressure.")
      return
    }
    withExtendedLifetime(covers) {}
  }

  @Test
  func responderRegisteredAtTheEndOfAPassTakesItsTurn() async throws {
    let asked = Asked<String>()
    let kept = Asked<PressureRegistration>()
    let covers = monitor.register("covers", cost: .free) { _ in 10 }
    registerWitness { [monitor] in
      kept.append(
        monitor.register("late", cost: .free) { _ in
          asked.append("late")
          return 0
        })
    }
    let report = await monitor.relieve(.elevated, target: 10)
    // The target was reached before its turn.
    #expect(asked.all.isEmpty)
    #expect(report.entries.map(\.name) == ["covers", "late", "witness"])
    withExtendedLifetime(covers) {}
  }

  @Test
  func heapTrimWaitsUnlessPressureIsWorseOrATrimIsOwed() async throws {
    let gives = Asked<Void>()
    let covers = monitor.register("covers", cost: .free) { _ in gives.all.count < 3 ? 10 : 0 }
    let first = await monitor.relieve(.elevated)
    try #require(first.heapTrim != nil)
    gives.append(())
    #expect(await monitor.relieve(.elevated).heapTrim == nil)
    gives.append(())
    #expect(await monitor.relieve(.critical).heapTrim != nil)
    // Near a hard limit, each pass trims the heap.
    #expect(await monitor.relieve(.critical).heapTrim != nil)
    #expect(await monitor.relieve(.critical).heapTrim != nil)
    #expect(await monitor.relieve(.elevated).heapTrim == nil)
    gives.append(())
    // Nothing more is released, but memory released before is still in the heap.
    clock.advance(by: .seconds(10))
    #expect(await monitor.relieve(.elevated).heapTrim != nil)
    clock.advance(by: .seconds(10))
    #expect(await monitor.relieve(.elevated).heapTrim == nil)
    withExtendedLifetime(covers) {}
  }

  @Test
  func pauseAfterAHeapTrimIsAHundredTimesItsDuration() {
    #expect(
      [0, 9, 10, 50, 100, 101, .max].map { PressureCore.trimRest(after: $0, longest: 10_000) }
        == [1000, 1000, 1000, 5000, 10_000, 10_000, 10_000])
  }

  @Test
  func alarmAfterCloseBeginsNoPass() async throws {
    source.report(.high, lasting: .untilChanged)
    var reports = monitor.reports.makeAsyncIterator()
    if monitor.core.read({ $0.pass != nil }) { _ = await reports.next() }
    source.report(.high, lasting: .untilChanged)
    let core = monitor.core
    core.close()
    clock.advance(by: .seconds(10))
    core.alarmFired()
    #expect(core.read { $0.lastPass } == 1)
    #expect(core.level == .high)
  }

  @Test
  func reportsOfALostSourceAreIgnoredUntilItWatchesAgain() async throws {
    source.report(.elevated)
    source.reporter?.reportLoss("it was removed")
    source.report(.critical, lasting: .untilChanged)
    #expect(monitor.level == .elevated)
    source.reporter?.reportWatching("another")
    source.report(.high)
    #expect(monitor.level == .high)
  }

  // MARK: A busy main actor

  /// Keeps the main actor busy until the gate is opened.
  private func occupyMainActor() async -> MainGate {
    let gate = MainGate()
    Task { @MainActor in gate.pass() }
    await gate.isBusy()
    return gate
  }

  @Test
  func responderUnregisteredBeforeItsMainActorTurnIsNotAsked() async throws {
    let asked = Asked<String>()
    let screen = monitor.register("screen", cost: .noticed, on: .mainActor) { _ in
      asked.append("screen")
      return 1
    }
    let gate = await occupyMainActor()
    async let pass = monitor.relieve(.critical)
    // The clock measures the budget of the responder that is to be asked.
    _ = try await clock.nextSleep()
    screen.end()
    gate.open()
    let report = await pass
    #expect(asked.all.isEmpty)
    guard case .ended = report.entries.first?.outcome else {
      Issue.record("It was \(String(describing: report.entries.first?.outcome)).")
      return
    }
  }

  /// The main actor becomes free after pressure is over, so hidden screens are kept.
  @Test
  func lateMainActorResponderIsNotAskedOncePressureIsOver() async throws {
    let asked = Asked<String>()
    let screen = monitor.register("screen", cost: .noticed, on: .mainActor) { _ in
      asked.append("screen")
      return 1
    }
    let gate = await occupyMainActor()
    async let pass = monitor.relieve(.critical)
    _ = try await clock.nextSleep()
    clock.advance(by: .seconds(2))
    let report = await pass
    guard case .overdue = report.entries.first?.outcome else {
      Issue.record("It was \(String(describing: report.entries.first?.outcome)).")
      return
    }
    gate.open()
    let core = monitor.core
    await waitUntil { core.read { !$0.responders.values.contains { $0.isOverdue } } }
    #expect(asked.all.isEmpty)
    #expect(await monitor.relieve(.critical).released == 1)
    withExtendedLifetime(screen) {}
  }
}
