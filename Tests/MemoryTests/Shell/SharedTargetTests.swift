import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftMemory

/// Several monitors of a process share one target.
///
/// Each of them requested the whole target, so twice as much as necessary was released.
@Suite(.timeLimit(.minutes(3)))
struct SharedTargetTests {
  private let ledger = ReliefLedger()
  private let clock = ManualClock()

  private func makeMonitor() -> (PressureMonitor, ScriptedSource) {
    let source = ScriptedSource()
    return (PressureMonitor(sources: .only(source), clock: clock, ledger: ledger), source)
  }

  private func report(_ source: ScriptedSource, _ level: PressureLevel, target: Int) {
    source.reporter?.report(
      level, cause: .usage(80, limit: 100), target: target, lasting: .untilChanged)
  }

  @Test func bytesRequestedByOneMonitorAreNotRequestedByAnother() async throws {
    let (one, oneSource) = makeMonitor()
    let (other, otherSource) = makeMonitor()
    let asked = Asked<String>()
    let isAsked = Gate()
    let mayAnswer = Gate()
    let registrations = [
      one.register("one", cost: .free) { request in
        asked.append("one \(request.target ?? -1)")
        isAsked.open()
        await mayAnswer.wait()
        return 10
      },
      other.register("other", cost: .free) { request in
        asked.append("other \(request.target ?? -1)")
        return 10
      },
    ]
    var oneReports = one.reports.makeAsyncIterator()
    var otherReports = other.reports.makeAsyncIterator()
    report(oneSource, .high, target: 10)
    await isAsked.wait()
    // Meanwhile the other monitor receives a report about the same bytes.
    report(otherSource, .high, target: 10)
    mayAnswer.open()
    let first = try #require(await oneReports.next())
    let second = try #require(await otherReports.next())
    #expect(asked.all == ["one 10"])
    #expect(first.released == 10 && second.released == 0)
    #expect(second.releasedByOthers == 10)
    #expect(second.description.contains("Other monitors released 10 B meanwhile."))
    withExtendedLifetime(registrations) {}
  }

  @Test func bytesThatOneMonitorCannotReleaseAreRequestedFromAnother() async throws {
    let (one, oneSource) = makeMonitor()
    let (other, otherSource) = makeMonitor()
    let asked = Asked<String>()
    let isAsked = Gate()
    let mayAnswer = Gate()
    let registrations = [
      one.register("one", cost: .free) { _ in
        isAsked.open()
        await mayAnswer.wait()
        return 3
      },
      other.register("other", cost: .free) { request in
        asked.append("other \(request.target ?? -1)")
        return 7
      },
    ]
    var otherReports = other.reports.makeAsyncIterator()
    report(oneSource, .high, target: 10)
    await isAsked.wait()
    report(otherSource, .high, target: 10)
    mayAnswer.open()
    let second = try #require(await otherReports.next())
    #expect(asked.all == ["other 7"])
    #expect(second.released == 7)
    withExtendedLifetime(registrations) {}
  }

  /// A responder of one monitor hangs; the other monitor does not wait for it at critical pressure.
  @Test func criticalPressureDoesNotWaitForOtherMonitors() async throws {
    let (one, oneSource) = makeMonitor()
    let (other, otherSource) = makeMonitor()
    let isAsked = Gate()
    let mayAnswer = Gate()
    let registrations = [
      one.register("one", cost: .free) { _ in
        isAsked.open()
        await mayAnswer.wait()
        return 10
      },
      other.register("other", cost: .free) { _ in 10 },
    ]
    var otherReports = other.reports.makeAsyncIterator()
    report(oneSource, .high, target: 10)
    await isAsked.wait()
    // The second monitor waits for the first; then its level becomes worse.
    report(otherSource, .high, target: 10)
    report(otherSource, .critical, target: 10)
    #expect(try #require(await otherReports.next()).released == 10)
    mayAnswer.open()
    withExtendedLifetime(registrations) {}
  }

  @Test func targetOfAPassByHandIsNotShared() async throws {
    let (one, oneSource) = makeMonitor()
    let (other, _) = makeMonitor()
    let isAsked = Gate()
    let mayAnswer = Gate()
    let registrations = [
      one.register("one", cost: .free) { _ in
        isAsked.open()
        await mayAnswer.wait()
        return 10
      },
      other.register("other", cost: .free) { _ in 10 },
    ]
    report(oneSource, .high, target: 10)
    await isAsked.wait()
    #expect(await other.relieve(.high, target: 10).released == 10)
    mayAnswer.open()
    withExtendedLifetime(registrations) {}
  }

  /// The waiting monitor applies its own budget and clock: those of the other may be longer.
  @Test func hangingResponderOfAnotherMonitorDelaysForAtMostOneBudget() async throws {
    let (one, oneSource) = makeMonitor()
    let otherSource = ScriptedSource()
    let otherClock = ManualClock()
    let other = PressureMonitor(sources: .only(otherSource), clock: otherClock, ledger: ledger)
    let isAsked = Gate()
    let mayAnswer = Gate()
    let registrations = [
      one.register("one", cost: .free) { _ in
        isAsked.open()
        await mayAnswer.wait()
        return 10
      },
      other.register("other", cost: .free) { _ in 10 },
    ]
    var otherReports = other.reports.makeAsyncIterator()
    report(oneSource, .high, target: 10)
    await isAsked.wait()
    report(otherSource, .high, target: 10)
    await waitUntil { other.core.read { $0.pass?.waitsSince != nil } }
    otherClock.advance(by: .seconds(2))
    #expect(try #require(await otherReports.next()).released == 10)
    mayAnswer.open()
    withExtendedLifetime(registrations) {}
  }

  /// A waiting monitor continues when the other one is deallocated.
  @Test func deallocatedMonitorIsNotWaitedFor() async throws {
    let (other, otherSource) = makeMonitor()
    let registration = other.register("other", cost: .free) { _ in 10 }
    var otherReports = other.reports.makeAsyncIterator()
    let isAsked = Gate()
    let mayAnswer = Gate()
    do {
      let (one, oneSource) = makeMonitor()
      let hanging = one.register("one", cost: .free) { _ in
        isAsked.open()
        await mayAnswer.wait()
        return 10
      }
      report(oneSource, .high, target: 10)
      await isAsked.wait()
      report(otherSource, .high, target: 10)
      withExtendedLifetime((one, hanging)) {}
    }
    #expect(try #require(await otherReports.next()).released == 10)
    mayAnswer.open()
    withExtendedLifetime(registration) {}
  }
}
