import TestSupport
import Testing

@testable import StagecraftMemory

/// Compares the machine with a model that stores every report.
struct PressureMachineModelTests {
  private struct Model {
    struct Momentary {
      var level: PressureLevel
      var source: Int
      var until: Int64
    }

    var moments: [Momentary] = []
    var lastingReports: [Int: PressureLevel] = [:]

    mutating func receive(_ report: PressureReport, from source: Int, at now: Int64) {
      if report.level == .normal {
        moments.removeAll { $0.source == source }
        lastingReports[source] = nil
      } else if report.lasting == .momentary {
        moments.append(Momentary(level: report.level, source: source, until: now + 10))
      } else {
        lastingReports[source] = report.level
      }
    }

    mutating func lost(_ source: Int, at now: Int64) {
      guard let level = lastingReports.removeValue(forKey: source) else { return }
      moments.append(Momentary(level: level, source: source, until: now + 10))
    }

    func level(at now: Int64) -> PressureLevel {
      let lasting = moments.filter { $0.until > now }.map(\.level).max() ?? .normal
      return max(lasting, lastingReports.values.max() ?? .normal)
    }
  }

  @Test
  func levelMatchesTheModelAndPassesDoNotOverlap() throws {
    try withEverySeed(in: 0..<40) { generator in
      var machine = PressureMachine(
        times: PressureMachine.Times(holdOff: 4, criticalHoldOff: 1, calm: 10))
      var model = Model()
      var now: Int64 = 0
      var running: PressureLevel?
      var lastEnd: [PressureLevel: Int64] = [:]
      for _ in 0..<2000 {
        now += Int64.random(in: 0...3, using: &generator)
        var action = PressureMachine.PassAction.none
        var isByHand = false
        let source = Int.random(in: 0..<3, using: &generator)
        let before = machine.level
        var announced: PressureLevel?
        switch Int.random(in: 0..<8, using: &generator) {
        case 0..<4:
          let report = PressureReport(
            level: PressureLevel.allCases.randomElement(using: &generator)!, cause: .simulated,
            lasting: Bool.random(using: &generator) ? .momentary : .untilChanged)
          let reaction = machine.receive(report, from: source, at: now)
          model.receive(report, from: source, at: now)
          (action, announced) = (reaction.pass, reaction.announcement?.level)
        case 4:
          let reaction = machine.lost(source, at: now)
          model.lost(source, at: now)
          (action, announced) = (reaction.pass, reaction.announcement?.level)
        case 5:
          let level = PressureLevel.allCases.randomElement(using: &generator)!
          action = machine.requestPass(PressureMachine.PassRequest(level: level, cause: .simulated))
          isByHand = true
        case 6:
          if let level = running {
            machine.passEnded(at: now)
            for lesser in PressureLevel.allCases where lesser <= level { lastEnd[lesser] = now }
            running = nil
          }
        default:
          let reaction = machine.timePassed(at: now)
          (action, announced) = (reaction.pass, reaction.announcement?.level)
        }
        switch action {
        case .none:
          break
        case .begin(let call):
          #expect(running == nil, "two passes at once; \(Labels.text)")
          if !isByHand, let end = lastEnd[call.level] {
            #expect(now >= end + (call.level == .critical ? 1 : 4), "no hold-off; \(Labels.text)")
          }
          running = call.level
        case .upgrade(let call):
          #expect(running != nil, "nothing to upgrade; \(Labels.text)")
          running = max(running ?? .normal, call.level)
        }
        // After the time has been updated, the level is that of the model.
        let change = machine.timePassed(at: now)
        if case .begin(let call) = change.pass {
          #expect(running == nil, "two passes at once; \(Labels.text)")
          running = call.level
        }
        #expect(machine.level == model.level(at: now), "\(Labels.text)")
        let last = change.announcement?.level ?? announced
        #expect((last ?? before) == machine.level, "a change was not announced; \(Labels.text)")
        if let moment = machine.nextMoment {
          #expect(moment > now, "what is due was not done; \(Labels.text)")
        }
      }
    }
  }
}
