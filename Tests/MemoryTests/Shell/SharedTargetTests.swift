import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftMemory

/// Several monitors of a process share one target.
///
/// Each of them requested all of it: twice as much was released as was missing.
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
    // At the same moment, the same bytes are missing for the other.
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

  /// A responder of one hangs: at critical pressure the other does not wait.
  @Test func atCriticalPressureEachAsksEverybody() async throws {
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
    // It waits for the other; then the level becomes worse.
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

  /// The other monitor has a budget of its own, which may be long, and a clock that may stand still.
  @Test func aHangingResponderOfAnotherMonitorHoldsUpForNoLongerThanABudget() async throws {
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

  /// The end of the other does not delay the waiting one.
  @Test func aDroppedMonitorIsNotWaitedFor() async throws {
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

/// The ledger alone.
struct ReliefLedgerTests {
  private let ledger = ReliefLedger()

  @Test func pendingBytesAreNotRequestedTwice() {
    let one = ledger.open()
    let other = ledger.open()
    #expect(ledger.reserve(10, for: one) == .ask(10))
    #expect(ledger.reserve(10, for: other) == .wait(version: 0))
    // More than the one has requested.
    #expect(ledger.reserve(15, for: other) == .ask(5))
    #expect(ledger.answered(10, by: one).isEmpty)
    #expect(ledger.reserve(10, for: other) == .enough)
    #expect(ledger.releasedByOthers(than: other) == 10)
    #expect(ledger.releasedByOthers(than: one) == 0)
  }

  @Test func bytesOfEndedPassesDoNotCount() {
    let one = ledger.open()
    _ = ledger.answered(10, by: one)
    let during = ledger.open()
    _ = ledger.close(one)
    let after = ledger.open()
    #expect(ledger.reserve(10, for: during) == .enough)
    #expect(ledger.reserve(10, for: after) == .ask(10))
    _ = ledger.close(during)
    _ = ledger.close(after)
    #expect(ledger.reserve(10, for: ledger.open()) == .ask(10))
  }

  /// A responder that was given up: the other pass may request its share.
  @Test func missingBytesAreRequestedAgain() {
    let one = ledger.open()
    let other = ledger.open()
    #expect(ledger.reserve(10, for: one) == .ask(10))
    _ = ledger.answered(0, by: one)
    #expect(ledger.reserve(10, for: other) == .ask(10))
    // It is late: it counts, without effect on the current request.
    _ = ledger.answered(4, by: one, isPending: true)
    #expect(ledger.reserve(10, for: other) == .ask(6))
  }

  @Test func claimsOutOfRangeDoNoHarm() {
    let one = ledger.open()
    let other = ledger.open()
    _ = ledger.answered(.max, by: one)
    _ = ledger.answered(.max, by: other)
    _ = ledger.answered(.min, by: other)
    #expect(ledger.reserve(.max, for: ledger.open()) == .enough)
    #expect(ledger.reserve(1, for: 99) == .ask(1))
  }
}
