import TestSupport
import Testing

@testable import StagecraftMemory

/// Random calls from many tasks; run under the thread sanitizer.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct PressureMonitorStressTests {
  /// A responder with a behaviour chosen by its number; it detects concurrent requests.
  private final class Player: Sendable {
    let calls = Locked(0)
    let overlaps: Locked<Int>
    let alive: Locked<Int>

    init(_ overlaps: Locked<Int>, _ alive: Locked<Int>) {
      self.overlaps = overlaps
      self.alive = alive
      alive.update { $0 += 1 }
    }

    deinit { alive.update { $0 -= 1 } }

    func play(_ body: () async throws -> Int) async rethrows -> Int {
      let isAlone = calls.update { (calls: inout Int) -> Bool in
        calls += 1
        return calls == 1
      }
      if !isAlone { overlaps.update { $0 += 1 } }
      defer { calls.update { $0 -= 1 } }
      return try await body()
    }
  }

  private struct Broken: Error {}

  private struct Stage: Sendable {
    let monitor: PressureMonitor
    let source: ScriptedSource
    let gate = Gate()
    let overlaps = Locked(0)
    /// The number of players, behind a lock that the thread sanitizer understands.
    let alive = Locked(0)

    func register(_ random: inout SeededGenerator) -> PressureRegistration {
      let player = Player(overlaps, alive)
      let kind = Int.random(in: 0..<12, using: &random)
      let bytes = [0, 1, 100, -5, Int.max, Int.min].randomElement(using: &random) ?? 0
      return monitor.register(
        "\(kind)", cost: RebuildCost.allCases.randomElement(using: &random) ?? .free,
        priority: ReleasePriority.allCases.randomElement(using: &random) ?? .normal,
        from: PressureLevel.allCases.randomElement(using: &random) ?? .normal,
        on: random.oneIn(5) ? .mainActor : .anywhere,
        estimate: { await player.play { bytes } },
        release: { [gate, source, weak monitor = self.monitor] _ in
          try await player.play {
            try await Self.behave(kind, bytes, gate, source, monitor)
          }
        })
    }

    private static func behave(
      _ kind: Int, _ bytes: Int, _ gate: Gate, _ source: ScriptedSource,
      _ monitor: PressureMonitor?
    ) async throws -> Int {
      switch kind {
      case 0: throw Broken()
      case 1: await gate.wait()
      case 2: try await untilCancelled()
      case 3: source.report(.critical)
      case 4: _ = monitor?.register("short", cost: .free) { _ in 1 }
      case 5: source.report(.high, lasting: .untilChanged)
      default: break
      }
      return bytes
    }

    func registerOwned(_ random: inout SeededGenerator) -> Player {
      let player = Player(overlaps, alive)
      monitor.register(for: player, "owned", cost: .computed) { player, _ in
        await player.play { 1 }
      }
      return player
    }
  }

  private func play(seed: UInt64, on stage: Stage, isClosing: Bool) async {
    var random = SeededGenerator(seed: seed)
    var registrations: [PressureRegistration] = []
    var owners: [Player] = []
    var lastTime = Duration.zero
    var reports = stage.monitor.reports.makeAsyncIterator()
    var events = stage.monitor.events.makeAsyncIterator()
    for _ in 0..<60 {
      let level = PressureLevel.allCases.randomElement(using: &random) ?? .normal
      let target = [nil, 0, 10, Int.max, Int.min].randomElement(using: &random) ?? nil
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<3:
        registrations.append(stage.register(&random))
      case 3:
        owners.append(stage.registerOwned(&random))
      case 4:
        if !registrations.isEmpty { registrations.removeFirst() }
      case 5:
        if !owners.isEmpty { owners.removeFirst() }
      case 6:
        stage.source.report(
          level, target: target, lasting: random.oneIn(2) ? .momentary : .untilChanged)
      case 7:
        let report = await stage.monitor.relieve(
          level, target: target, includingLossy: random.oneIn(4))
        if !isClosing { check(report, level, random) }
      case 8:
        let report = await stage.monitor.relieve(.critical)
        if !isClosing { check(report, .critical, random) }
      case 9:
        // Otherwise this task would wait for the others, which may have finished.
        if events.isBehind(stage.monitor) { _ = await events.next() }
      case 10:
        // A pass first, so that there is a report to read.
        _ = await stage.monitor.relieve(.normal)
        if let report = await reports.next() {
          #expect(report.time >= lastTime, "reports out of order; \(random)")
          lastTime = report.time
        }
      default:
        if isClosing, random.oneIn(4) { stage.monitor.core.close() }
        _ = (stage.monitor.level, stage.monitor.sources)
      }
    }
  }

  private func check(_ report: ReliefReport, _ level: PressureLevel, _ random: SeededGenerator) {
    #expect(report.level >= level, "a lower level than requested; \(random)")
    #expect(report.released >= 0 && report.estimated >= 0, "\(random)")
    guard report.level == .critical else { return }
    for entry in report.entries {
      if case .kept = entry.outcome {
        Issue.record("\(entry.name) was kept at critical pressure; \(random)")
      }
    }
  }

  @Test(arguments: [false, true])
  func everyCallerReceivesAReportAndNothingIsLeft(_ isClosing: Bool) async throws {
    for round in 0..<8 {
      var policy = PressurePolicy()
      policy.holdOff = .milliseconds(1)
      policy.criticalHoldOff = .microseconds(100)
      policy.calm = .milliseconds(2)
      policy.responderBudget = .milliseconds(1)
      policy.heapTrimInterval = .milliseconds(20)
      let source = ScriptedSource()
      var stage: Stage? = Stage(
        monitor: PressureMonitor(sources: .only(source), policy: policy), source: source)
      let overlaps = try #require(stage?.overlaps)
      let alive = try #require(stage?.alive)
      await withTaskGroup(of: Void.self) { [stage] group in
        guard let stage else { return }
        for player in 0..<4 {
          group.addTask {
            await play(
              seed: UInt64(round * 4 + player + (isClosing ? 1000 : 0)), on: stage,
              isClosing: isClosing)
          }
        }
      }
      stage?.gate.open()
      let core = try #require(stage?.monitor.core)
      if !isClosing {
        await waitUntil { core.read { !$0.responders.values.contains { $0.isOverdue } } }
      }
      stage = nil
      // The last pass may be under way.
      await waitUntil { alive.value == 0 && core.read { $0.pass == nil && !$0.isDelivering } }
      #expect(overlaps.value == 0, "asked twice at once in round \(round)")
    }
  }

  @Test
  func extremePoliciesNeitherTrapNorSpin() async throws {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let durations: [Duration] = [.zero, attosecond, .nanoseconds(1), .seconds(Int64.max)]
    for (index, duration) in durations.enumerated() {
      var policy = PressurePolicy()
      policy.holdOff = duration
      policy.criticalHoldOff = duration
      policy.calm = max(duration, attosecond)
      policy.responderBudget = max(duration, attosecond)
      policy.mainSlice = duration
      policy.heapTrimInterval = duration
      policy.elevatedShare = [0, .leastNonzeroMagnitude, 1, 0.5][index]
      policy.highShare = policy.elevatedShare
      let source = ScriptedSource()
      let monitor = PressureMonitor(sources: .only(source), policy: policy)
      let registrations = [ReleasePlace.anywhere, .mainActor].map { place in
        monitor.register("covers", cost: .free, on: place, estimate: { .max }) { _ in .max }
      }
      for level in PressureLevel.allCases {
        source.report(level, target: .min, lasting: .untilChanged)
        let report = await monitor.relieve(level)
        #expect(report.released >= 0 && report.estimated >= 0)
      }
      source.report(.normal)
      #expect(monitor.level == .normal)
      withExtendedLifetime(registrations) {}
    }
  }
}

extension PressureEvents.AsyncIterator {
  /// Whether something can be read immediately.
  fileprivate func isBehind(_ monitor: PressureMonitor) -> Bool {
    monitor.core.read { $0.version > seen }
  }
}
