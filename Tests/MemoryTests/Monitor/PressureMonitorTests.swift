import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftMemory

/// A monitor with a scripted source and a clock that the test advances.
@Suite(.timeLimit(.minutes(3)))
struct PressureMonitorTests {
  private let source = ScriptedSource()
  private let clock = ManualClock()
  private let monitor: PressureMonitor

  init() {
    monitor = PressureMonitor(sources: .only(source), clock: clock)
  }

  @Test
  func reportOfASourceBeginsAPassWithAReport() async throws {
    let asked = Asked<ReleaseRequest>()
    let covers = monitor.register(
      "covers", cost: .readFromDisk, estimate: { 40 },
      release: { request in
        asked.append(request)
        return 30
      })
    var reports = monitor.reports.makeAsyncIterator()
    source.report(.high, target: 100)
    let report = try #require(await reports.next())
    #expect(asked.all == [ReleaseRequest(level: .high, target: 100)])
    #expect(report.level == .high)
    #expect(report.cause == .simulated)
    #expect(report.target == 100)
    #expect(report.estimated == 40)
    #expect(report.released == 30)
    #expect(report.entries.map(\.name) == ["covers"])
    #expect(report.entries.map(\.cost) == [.readFromDisk])
    #expect(monitor.level == .high)
    covers.end()
  }

  @Test
  func cheapestIsAskedFirstAndOthersAreKeptAtTheTarget() async throws {
    let asked = Asked<String>()
    var registrations: [PressureRegistration] = []
    for (name, cost) in [
      ("map", RebuildCost.noticed), ("spare", .free), ("pages", .computed), ("note", .lossy),
    ] {
      registrations.append(
        monitor.register(name, cost: cost) { _ in
          asked.append(name)
          return 10
        })
    }
    let report = await monitor.relieve(.elevated, target: 15)
    #expect(asked.all == ["spare", "pages"])
    #expect(report.entries.map(\.name) == ["spare", "pages", "map"])
    guard case .kept = report.entries[2].outcome else {
      Issue.record("The map was not kept.")
      return
    }
    _ = await monitor.relieve(.critical)
    #expect(asked.all == ["spare", "pages", "spare", "pages", "map"])
    _ = await monitor.relieve(.critical, includingLossy: true)
    #expect(asked.all.last == "note")
    withExtendedLifetime(registrations) {}
  }

  @Test
  func registrationEndsWhenItIsReleased() async throws {
    let asked = Asked<String>()
    var registration: PressureRegistration? = monitor.register("a", cost: .free) { _ in
      asked.append("a")
      return 0
    }
    _ = await monitor.relieve(.elevated)
    withExtendedLifetime(registration) {}
    registration = nil
    let report = await monitor.relieve(.elevated)
    #expect(asked.all == ["a"])
    #expect(report.entries.isEmpty)
  }

  @Test
  func registrationForAnOwnerEndsWithTheOwner() async throws {
    final class Owner: Sendable {}
    let asked = Asked<String>()
    var owner: Owner? = Owner()
    monitor.register(for: try #require(owner), "covers", cost: .free) { _, _ in
      asked.append("covers")
      return 0
    }
    _ = await monitor.relieve(.elevated)
    owner = nil
    _ = await monitor.relieve(.elevated)
    #expect(asked.all == ["covers"])
    #expect(monitor.core.read { $0.responders.count == 0 })
  }

  @Test
  func respondersOfDeallocatedOwnersAreRemovedWithoutAPass() async throws {
    final class Owner: Sendable {}
    for _ in 0..<10_000 {
      monitor.register(for: Owner(), "gone", cost: .free) { _, _ in 0 }
    }
    #expect(monitor.core.read { $0.responders.count } <= 128)
  }

  @Test
  func errorIsReportedAndThePassContinues() async throws {
    struct Broken: Error {}
    let one = monitor.register("broken", cost: .free) { _ in throw Broken() }
    let other = monitor.register("sound", cost: .computed) { _ in 5 }
    let report = await monitor.relieve(.high, target: 1)
    guard case .failed(let error) = report.entries[0].outcome, error is Broken else {
      Issue.record("The error was not reported.")
      return
    }
    #expect(report.released == 5)
    withExtendedLifetime((one, other)) {}
  }

  @Test
  func hangingResponderIsSkippedAndNotAskedAgainBeforeItReturns() async throws {
    let gate = Gate()
    let began = Gate()
    let stopped = Gate()
    let asked = Asked<String>()
    let cancelled = Asked<Bool>()
    let hanging = monitor.register("hanging", cost: .free) { _ in
      asked.append("hanging")
      began.open()
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        stopped.open()
      }
      cancelled.append(Task.isCancelled)
      return 7
    }
    let other = monitor.register("sound", cost: .computed) { _ in
      asked.append("sound")
      return 5
    }
    async let first = monitor.relieve(.critical)
    await began.wait()
    _ = try await clock.nextSleep()
    clock.advance(by: .seconds(2))
    let report = await first
    #expect(asked.all == ["hanging", "sound"])
    #expect(report.released == 5)
    guard case .overdue = report.entries[0].outcome else {
      Issue.record("It was not overdue: \(report.entries[0].outcome)")
      return
    }
    #expect(report.entries[0].duration >= .seconds(2))

    let second = await monitor.relieve(.critical)
    #expect(asked.all == ["hanging", "sound", "sound"])
    guard case .stillOverdue = second.entries[0].outcome else {
      Issue.record("It was asked again.")
      return
    }

    // It is cancelled after the pass has gone on, because that may run code of the program.
    await stopped.wait()
    gate.open()
    // It is asked again as soon as it has returned, which may be in one of these passes.
    while monitor.core.read({ $0.responders.values.contains { $0.isOverdue } }) {
      _ = await monitor.relieve(.critical)
    }
    #expect(cancelled.all.first == true)
    let last = await monitor.relieve(.critical)
    #expect(last.released == 12)
    withExtendedLifetime((hanging, other)) {}
  }

  @Test
  func worsePressureUpgradesTheRunningPass() async throws {
    let gate = Gate()
    let began = Gate()
    let asked = Asked<String>()
    let one = monitor.register("spare", cost: .free) { _ in
      asked.append("spare")
      began.open()
      await gate.wait()
      return 50
    }
    let other = monitor.register("map", cost: .noticed, from: .critical) { _ in
      asked.append("map")
      return 1
    }
    async let first = monitor.relieve(.elevated, target: 10)
    await began.wait()
    source.report(.critical)
    gate.open()
    let report = await first
    // The responder that was being asked for less is asked once more.
    #expect(asked.all == ["spare", "spare", "map"])
    #expect(report.level == .critical)
    withExtendedLifetime((one, other)) {}
  }

  @Test
  func responderMayUseTheMonitorDuringThePass() async throws {
    let asked = Asked<String>()
    let kept = Asked<PressureRegistration>()
    let late = monitor.register("late", cost: .fetched) { _ in
      asked.append("late")
      return 0
    }
    let one = monitor.register("busy", cost: .free) { [monitor, source] _ in
      asked.append("busy")
      kept.append(
        monitor.register("new", cost: .computed) { _ in
          asked.append("new")
          return 0
        })
      late.end()
      source.report(.elevated)
      #expect(monitor.level == .elevated)
      return 0
    }
    let report = await monitor.relieve(.elevated)
    #expect(asked.all == ["busy", "new"])
    #expect(report.entries.map(\.name) == ["late", "busy", "new"])
    withExtendedLifetime(one) {}
  }

  @Test
  func responderThatAwaitsAPassBecomesOverdue() async throws {
    let began = Gate()
    let one = monitor.register("recursive", cost: .free) { [monitor] _ in
      began.open()
      await monitor.relieve(.critical)
      return 3
    }
    async let first = monitor.relieve(.elevated)
    await began.wait()
    _ = try await clock.nextSleep()
    clock.advance(by: .seconds(2))
    let report = await first
    guard case .overdue = report.entries[0].outcome else {
      Issue.record("The pass waited for a responder that waits for the pass.")
      return
    }
    withExtendedLifetime(one) {}
  }

  @Test
  func mainActorRespondersRunOnTheMainActor() async throws {
    let asked = Asked<String>()
    let one = monitor.register(
      "screen", cost: .noticed, on: .mainActor,
      estimate: { @MainActor in
        MainActor.assertIsolated()
        return 5
      },
      release: { @MainActor _ in
        MainActor.assertIsolated()
        asked.append("screen")
        return 5
      })
    let other = monitor.register("pages", cost: .computed, on: .mainActor) { _ in
      MainActor.assertIsolated()
      asked.append("pages")
      return 1
    }
    let report = await monitor.relieve(.high, target: 6)
    #expect(asked.all == ["pages", "screen"])
    #expect(report.released == 6)
    #expect(report.estimated == 5)
    withExtendedLifetime((one, other)) {}
  }

  @Test
  func mainActorRunsOtherTasksBetweenSlices() async throws {
    let asked = Asked<String>()
    var registrations: [PressureRegistration] = []
    for number in 0..<4 {
      registrations.append(
        monitor.register("\(number)", cost: .free, on: .mainActor) { [clock] _ in
          asked.append("\(number)")
          if number == 0 { Task { @MainActor in asked.append("turn") } }
          clock.advance(by: .milliseconds(3))
          return 0
        })
    }
    _ = await monitor.relieve(.critical)
    // A slice of 4 ms ends after two responders of 3 ms.
    #expect(asked.all.filter { $0 != "turn" } == ["0", "1", "2", "3"])
    #expect(asked.all.firstIndex(of: "turn")! <= 2)
    withExtendedLifetime(registrations) {}
  }

  @Test
  func manyReportsCauseFewPasses() async throws {
    let asked = Asked<Void>()
    let one = monitor.register("spare", cost: .free) { _ in
      asked.append(())
      return 1
    }
    var reports = monitor.reports.makeAsyncIterator()
    for _ in 0..<10_000 { source.report(.high) }
    _ = await reports.next()
    // A pass requested by hand runs after all passes that the storm has begun.
    _ = await monitor.relieve(.elevated)
    #expect(asked.all.count == 2)
    withExtendedLifetime(one) {}
  }

  @Test
  func passWithoutRespondersIsEmpty() async throws {
    let report = await monitor.relieve(.normal)
    #expect(report.entries.isEmpty)
    #expect(report.released == 0)
  }
}
