import Testing

@testable import StagecraftMemory

/// Conversations with the machine; times are in seconds.
struct PressureMachineTests {
  private typealias PassRequest = PressureMachine.PassRequest

  private var machine = PressureMachine(
    times: PressureMachine.Times(holdOff: 2, criticalHoldOff: 1, calm: 10))

  private func report(
    _ level: PressureLevel, _ lasting: PressureReporter.Lasting = .momentary, target: Int? = nil
  ) -> PressureReport {
    PressureReport(level: level, cause: .simulated, target: target, lasting: lasting)
  }

  private func call(_ level: PressureLevel, target: Int? = nil) -> PassRequest {
    PassRequest(level: level, cause: .simulated, target: target)
  }

  private var subsided: PassRequest { PassRequest(level: .normal, cause: .subsided) }

  @Test
  mutating func reportAnnouncesTheLevelAndBeginsAPass() {
    let reaction = machine.receive(report(.elevated, target: 7), from: 0, at: 0)
    #expect(reaction.announcement == call(.elevated, target: 7))
    #expect(reaction.pass == .begin(call(.elevated, target: 7)))
    #expect(machine.level == .elevated)
  }

  @Test
  mutating func onlyWorsePressureUpgradesARunningPass() {
    _ = machine.receive(report(.high), from: 0, at: 0)
    #expect(machine.receive(report(.high), from: 0, at: 1) == .init())
    #expect(machine.receive(report(.elevated), from: 1, at: 1) == .init())
    let reaction = machine.receive(report(.critical), from: 1, at: 1)
    #expect(reaction.announcement == call(.critical))
    #expect(reaction.pass == .upgrade(call(.critical)))
  }

  @Test
  mutating func holdOffAppliesToTheLevelOfThePassAndBelow() {
    _ = machine.receive(report(.high), from: 0, at: 0)
    machine.passEnded(at: 1)
    #expect(machine.receive(report(.high), from: 0, at: 2).pass == .none)
    #expect(machine.receive(report(.elevated), from: 0, at: 2).pass == .none)
    #expect(machine.receive(report(.high), from: 0, at: 3).pass == .begin(call(.high)))
  }

  @Test
  mutating func holdOffDoesNotDelayWorsePressure() {
    _ = machine.receive(report(.elevated), from: 0, at: 0)
    machine.passEnded(at: 0)
    #expect(machine.receive(report(.high), from: 0, at: 0).pass == .begin(call(.high)))
  }

  @Test
  mutating func holdOffAfterCriticalPressureIsShorter() {
    _ = machine.receive(report(.critical), from: 0, at: 0)
    machine.passEnded(at: 0)
    #expect(machine.receive(report(.critical), from: 0, at: 0).pass == .none)
    #expect(machine.receive(report(.high), from: 0, at: 1).pass == .none)
    #expect(machine.receive(report(.critical), from: 0, at: 1).pass == .begin(call(.critical)))
  }

  @Test
  mutating func momentaryReportDuringHoldOffBeginsNoPass() {
    _ = machine.receive(report(.high), from: 0, at: 0)
    machine.passEnded(at: 0)
    _ = machine.receive(report(.high), from: 0, at: 1)
    #expect(machine.timePassed(at: 2).pass == .none)
  }

  @Test
  mutating func lastingReportActsAfterHoldOff() {
    _ = machine.receive(report(.high), from: 0, at: 0)
    machine.passEnded(at: 0)
    _ = machine.receive(report(.high, .untilChanged, target: 5), from: 0, at: 1)
    #expect(machine.nextMoment == 2)
    #expect(machine.timePassed(at: 1).pass == .none)
    #expect(machine.timePassed(at: 2).pass == .begin(call(.high, target: 5)))
    machine.passEnded(at: 2)
    #expect(machine.timePassed(at: 100).pass == .none)
  }

  @Test
  mutating func reportWithdrawnDuringHoldOffDoesNotAct() {
    _ = machine.receive(report(.high), from: 0, at: 0)
    machine.passEnded(at: 0)
    _ = machine.receive(report(.high, .untilChanged), from: 0, at: 1)
    _ = machine.receive(report(.normal), from: 0, at: 1)
    #expect(machine.timePassed(at: 2).pass == .none)
  }

  @Test
  mutating func reportLoweredDuringHoldOffDoesNotActAtItsOldLevel() {
    _ = machine.receive(report(.critical), from: 0, at: 0)
    machine.passEnded(at: 0)
    _ = machine.receive(report(.critical, .untilChanged), from: 0, at: 0)
    _ = machine.receive(report(.elevated, .untilChanged), from: 0, at: 0)
    #expect(machine.timePassed(at: 1).pass == .none)
  }

  @Test
  mutating func momentaryReportsExpireFromTheWorstToNormal() {
    _ = machine.receive(report(.critical), from: 0, at: 0)
    _ = machine.receive(report(.elevated), from: 0, at: 5)
    #expect(machine.level == .critical)
    #expect(machine.nextMoment == 10)
    #expect(
      machine.timePassed(at: 10).announcement == PassRequest(level: .elevated, cause: .subsided))
    #expect(machine.nextMoment == 15)
    #expect(machine.timePassed(at: 15).announcement == subsided)
    #expect(machine.nextMoment == nil)
  }

  @Test
  mutating func repeatedReportProlongsTheLevel() {
    _ = machine.receive(report(.high), from: 0, at: 0)
    _ = machine.receive(report(.high), from: 0, at: 8)
    #expect(machine.timePassed(at: 10).announcement == nil)
    #expect(machine.nextMoment == 18)
    #expect(machine.timePassed(at: 18).announcement == subsided)
  }

  @Test
  mutating func lastingReportDoesNotExpire() {
    _ = machine.receive(report(.high, .untilChanged), from: 0, at: 0)
    #expect(machine.nextMoment == nil)
    #expect(machine.timePassed(at: 1000).announcement == nil)
    #expect(machine.receive(report(.normal), from: 0, at: 1000).announcement == subsided)
    #expect(machine.level == .normal)
  }

  @Test
  mutating func levelIsTheWorstOfAllSources() {
    _ = machine.receive(report(.high, .untilChanged), from: 0, at: 0)
    _ = machine.receive(report(.elevated, .untilChanged), from: 1, at: 0)
    let reaction = machine.receive(report(.normal), from: 0, at: 1)
    #expect(reaction.announcement == PassRequest(level: .elevated, cause: .subsided))
  }

  @Test
  mutating func normalReportOfOneSourceDoesNotWithdrawThatOfAnother() {
    _ = machine.receive(report(.high, .untilChanged), from: 0, at: 0)
    #expect(machine.receive(report(.normal), from: 1, at: 1).announcement == nil)
    #expect(machine.level == .high)
  }

  @Test
  mutating func reportOfALostSourceExpires() {
    _ = machine.receive(report(.high, .untilChanged), from: 0, at: 0)
    #expect(machine.lost(0, at: 3).announcement == nil)
    #expect(machine.nextMoment == 13)
    #expect(machine.timePassed(at: 13).announcement == subsided)
    #expect(machine.lost(9, at: 14) == .init())
  }

  @Test
  mutating func deferredRequestOfALostSourceIsDropped() {
    _ = machine.receive(report(.high), from: 0, at: 0)
    machine.passEnded(at: 0)
    _ = machine.receive(report(.high, .untilChanged), from: 1, at: 1)
    _ = machine.lost(1, at: 1)
    #expect(machine.timePassed(at: 2).pass == .none)
  }

  @Test
  mutating func requestedPassBeginsAtOnceAndChangesNoLevel() {
    _ = machine.receive(report(.high), from: 0, at: 0)
    machine.passEnded(at: 0)
    #expect(machine.requestPass(call(.elevated)) == .begin(call(.elevated)))
    #expect(machine.requestPass(call(.critical)) == .upgrade(call(.critical)))
    #expect(machine.level == .high)
    machine.passEnded(at: 0)
    #expect(machine.receive(report(.critical), from: 0, at: 0).pass == .none)
  }

  @Test
  mutating func endOfAPassThatWasNotBegunChangesNothing() {
    machine.passEnded(at: 0)
    #expect(machine.receive(report(.elevated), from: 0, at: 0).pass == .begin(call(.elevated)))
  }

  @Test
  mutating func manyReportsCauseABoundedNumberOfPasses() {
    var passes = 0
    // Ten thousand reports within twenty seconds, in milliseconds.
    machine = PressureMachine(
      times: PressureMachine.Times(holdOff: 2000, criticalHoldOff: 200, calm: 10_000))
    for moment in 0..<10_000 {
      let now = Int64(moment) * 2
      let level: PressureLevel = moment.isMultiple(of: 2) ? .high : .critical
      if case .begin = machine.receive(report(level), from: moment % 3, at: now).pass {
        passes += 1
        machine.passEnded(at: now)
      }
    }
    #expect(passes <= 20_000 / 200 + 20_000 / 2000 + 1)
    #expect(passes >= 20_000 / 202)
  }
}
