import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

@Suite(.timeLimit(.minutes(3)))
struct AutomaticPressureTests {
  private func watch(
    _ surroundings: PressureSurroundings, _ log: MessageLog
  ) throws -> ObservationToken {
    let sources = PressureSources.automatic(in: surroundings).sources
    #expect(sources.map(\.name) == ["automatic"])
    return try #require(sources.first).watch(log.reporter("automatic"))
  }

  private func names(_ log: MessageLog, _ isWanted: (MessageLog.Entry) -> Bool) -> [String] {
    log.all.filter(isWanted).map { String($0.source.dropFirst("automatic/".count)) }
  }

  private func isWatching(_ entry: MessageLog.Entry) -> Bool {
    if case .watching = entry.what { true } else { false }
  }

  @Test(arguments: ["", "/dev/null"])
  func offWatchesNothing(path: String) throws {
    let root = try TemporaryRoot(["/proc/meminfo": "MemTotal: 10 kB\nMemAvailable: 1 kB\n"])
    var surroundings = root.surroundings
    surroundings.environment["MEMORY_PRESSURE_WATCH"] = path
    let log = MessageLog()
    #expect(throws: PressureSourceError("MEMORY_PRESSURE_WATCH turns monitoring off")) {
      try watch(surroundings, log)
    }
    #expect(log.all == [])
  }

  @Test func noAvailableSourceIsReported() throws {
    let log = MessageLog()
    let root = try TemporaryRoot()
    #expect(throws: PressureSourceError("no source of memory pressure is available")) {
      try watch(root.surroundings, log)
    }
    #expect(names(log, isWatching) == [])
    #expect(names(log, \.isLost).count == 4)
  }

  #if os(Linux)
  @Test func availableMemoryIsPolledWithoutOtherSources() async throws {
    let root = try TemporaryRoot(["/proc/meminfo": "MemTotal: 100 kB\nMemAvailable: 1 kB\n"])
    let log = MessageLog()
    let watch = try watch(root.surroundings, log)
    #expect(names(log, isWatching) == ["available memory"])
    let refused = names(log, \.isLost)
    #expect(refused == ["service manager", "group", "stalls of the machine"])
    let report = await log.next { $0.report != nil }
    #expect(report?.source == "automatic/available memory")
    watch.cancel()
  }

  @Test func lostSourceIsReplaced() async throws {
    let terminal = try #require(TestTerminal())
    let root = try TemporaryRoot(["/proc/meminfo": "MemTotal: 100 kB\nMemAvailable: 1 kB\n"])
    var surroundings = root.surroundings
    surroundings.environment["MEMORY_PRESSURE_WATCH"] = terminal.path
    let log = MessageLog()
    let watch = try watch(surroundings, log)
    #expect(names(log, isWatching) == ["service manager"])
    terminal.close()
    let lost = await log.next { $0.source == "automatic/service manager" && $0.isLost }
    #expect(lost?.what == .lost("the other side hung up"))
    let report = await log.next { $0.report != nil }
    #expect(report?.source == "automatic/available memory")
    watch.cancel()
  }

  @Test func someSourceIsAvailableOnThisMachine() throws {
    let log = MessageLog()
    var surroundings = PressureSurroundings.current
    surroundings.environment["MEMORY_PRESSURE_WATCH"] = nil
    let watch = try watch(surroundings, log)
    #expect(!names(log, isWatching).isEmpty)
    watch.cancel()
  }
  #endif

  /// A source with scripted messages.
  private final class ScriptedSource: PressureSource {
    let name: String
    let isRefused: Bool
    let reporters = Locked<[PressureReporter]>([])
    let endings = Locked(0)

    init(_ name: String, isRefused: Bool) {
      self.name = name
      self.isRefused = isRefused
    }

    func watch(_ reporter: PressureReporter) throws -> ObservationToken {
      if isRefused { throw PressureSourceError("no \(name)") }
      reporters.update { $0.append(reporter) }
      reporter.reportWatching(name)
      return ObservationToken { [endings] in endings.update { $0 += 1 } }
    }
  }

  private func makeChooser(
    _ log: MessageLog, refused: Set<AutomaticChoice.Candidate>
  ) -> (AutomaticChooser, [AutomaticChoice.Candidate: ScriptedSource]) {
    var sources: [AutomaticChoice.Candidate: ScriptedSource] = [:]
    for candidate in AutomaticChoice.Candidate.allCases {
      sources[candidate] = ScriptedSource("\(candidate)", isRefused: refused.contains(candidate))
    }
    let chooser = AutomaticChooser(
      AutomaticChoice([:], on: .linux), log.reporter("automatic")
    ) { [sources] candidate in
      guard let source = sources[candidate] else { preconditionFailure("a source is missing") }
      return CandidateSource(source: source, isLimited: { candidate == .group })
    }
    return (chooser, sources)
  }

  @Test func eachWatchEndsOnceEvenAfterALoss() throws {
    let log = MessageLog()
    let (chooser, sources) = makeChooser(log, refused: [.serviceManager])
    #expect(chooser.begin())
    #expect(names(log, isWatching) == ["group"])
    sources[.group]?.reporters.value.first?.reportLoss("removed")
    sources[.group]?.reporters.value.first?.reportLoss("removed")
    #expect(names(log, isWatching) == ["group", "machineStalls"])
    #expect(sources[.group]?.endings.value == 1)
    chooser.end()
    chooser.end()
    #expect(sources[.group]?.endings.value == 1)
    #expect(sources[.machineStalls]?.endings.value == 1)
    // After the end nothing begins.
    sources[.machineStalls]?.reporters.value.first?.reportLoss("removed")
    #expect(names(log, isWatching) == ["group", "machineStalls"])
  }

  @Test func lossOfTheLastSourceIsReported() throws {
    let log = MessageLog()
    let (chooser, sources) = makeChooser(log, refused: [.serviceManager])
    #expect(chooser.begin())
    for candidate in [.group, .machineStalls] as [AutomaticChoice.Candidate] {
      sources[candidate]?.reporters.value.first?.reportLoss("removed")
      #expect(!log.all.contains { $0.source == "automatic" && $0.isLost })
    }
    sources[.availableMemory]?.reporters.value.first?.reportLoss("removed")
    #expect(
      log.all.last { $0.source == "automatic" }?.what
        == .lost("no source of memory pressure is left"))
    chooser.end()
  }

  @Test func reporterDoesNotRetainTheChooser() throws {
    let log = MessageLog()
    let (chooser, sources) = makeChooser(log, refused: [.serviceManager])
    weak let weakChooser = chooser
    #expect(chooser.begin())
    #expect(names(log, isWatching) == ["group"])
    withExtendedLifetime(consume chooser) {}
    #expect(sources.values.contains { !$0.reporters.value.isEmpty })
    #expect(weakChooser == nil)
    #expect(sources[.group]?.endings.value == 1)
  }
}
