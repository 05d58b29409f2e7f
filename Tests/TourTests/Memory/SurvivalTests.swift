import Foundation
import TestSupport
import Testing

@testable import StagecraftTourScenes

/// A program with less memory than it could use, as a separate process.
///
/// The sanitizers need too much memory of their own.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled("Only without a sanitizer: its own memory would break the limit.") {
    Sanitizer.running == nil
  },
  .enabled("Only where the executable “stagecraft” stands beside the tests.") {
    FileManager.default.isExecutableFile(atPath: Guests.program)
  })
struct SurvivalTests {
  // MARK: A group with a limit

  @Test(
    .enabled("Only where this process may make groups: on Linux, mostly as superuser.") {
      await Guests.canMakeGroups
    })
  func theKernelKillsAGuestThatIgnoresWarnings() async throws {
    let report = try await Guests.play(Guests.visit(isHeeding: false, in: .group, for: .zero))
    #expect(report.ending == .killed(signal: SIGKILL))
    #expect(report.kills == 1)
    #expect(report.failures ?? 0 > 0)
    #expect(report.summary == nil)
    #expect(report.waves.isEmpty)
    #expect(report.progress.last?.made ?? 0 < Guests.limit)
    #expect(report.peak ?? Guests.limit > Guests.limit / 10 * 9)
    #expect(Guests.leftovers == [])
    print(
      """
      Survival: \((report.progress.last?.made ?? 0) >> 20) MiB made in \
      \(report.progress.last?.milliseconds ?? 0) ms, then \(report.failures ?? 0) times at the \
      limit, and the end.
      """)
  }

  @Test(
    .enabled("Only where this process may make groups: on Linux, mostly as superuser.") {
      await Guests.canMakeGroups
    })
  func aGuestThatHeedsThemSurvivesHalfAMinute() async throws {
    let report = try await Guests.play(
      Guests.visit(isHeeding: true, in: .group, for: .seconds(30)))
    Guests.expectSurvival(report, for: .seconds(30))
    #expect(report.kills == 0)
    #expect(report.peak ?? 0 <= Guests.limit)
    #expect(report.sources.contains { $0.hasPrefix("group: the kernel signals") })
    #expect(Guests.leftovers == [])
  }

  // MARK: A pipe and an overseer

  @Test(
    .enabled("Only where the memory of other processes can be seen, in /proc.") {
      Overseer.canSee
    })
  func theOverseerKillsAGuestThatIgnoresThePipe() async throws {
    let report = try await Guests.play(
      Guests.visit(isHeeding: false, in: .overseen, for: .zero, pace: 40_000_000))
    #expect(report.ending == .killed(signal: SIGKILL))
    #expect(report.overseer?.hasEnded == true)
    #expect(report.overseer?.warnings ?? 0 > 0)
    #expect(report.summary == nil)
  }

  @Test(
    .enabled("Only where the memory of other processes can be seen, in /proc.") {
      Overseer.canSee
    })
  func aGuestThatHeedsThePipeSurvives() async throws {
    let report = try await Guests.play(
      Guests.visit(isHeeding: true, in: .overseen, for: .seconds(10), pace: 40_000_000))
    Guests.expectSurvival(report, for: .seconds(10))
    #expect(report.overseer?.hasEnded == false)
    #expect(report.sources.contains { $0.hasPrefix("service manager: /") })
  }

  // MARK: The scene

  @MainActor
  @Test func theSceneKeepsItsPromisesWithinAHundredColumns() async throws {
    var lines: [String] = []
    let narrator = Narrator(isTerminal: false) { lines.append($0) }
    var scene = MemoryScene()
    scene.program = Guests.program
    scene.pace = 30_000_000
    try await scene.play(narrator)
    #expect(narrator.brokenPromises == [])
    let levels = ["elevated", "high", "critical"]
    #expect(lines.contains { line in levels.contains { line.contains("Pass at \($0)") } })
    #expect(lines.filter { $0.count > 100 } == [])
    #expect(lines.filter { $0.hasSuffix(" ") } == [])
    #expect(Guests.leftovers == [])
  }

  // MARK: By itself

  @Test func aSimulatedLimitIsKeptOrEndsIt() async throws {
    let ignoring = try await Guests.play(
      Guests.visit(isHeeding: false, in: .simulated, for: .zero, pace: 50_000_000))
    #expect(ignoring.wasEnded(in: .simulated))
    let heeding = try await Guests.play(
      Guests.visit(isHeeding: true, in: .simulated, for: .seconds(2), pace: 50_000_000))
    Guests.expectSurvival(heeding, for: .seconds(2))
  }

  // MARK: No end

  @Test func aGuestThatDoesNotEndIsKilled() async throws {
    var visit = Guests.visit(isHeeding: true, in: .simulated, for: .seconds(600))
    #expect(visit.patience == .seconds(1_860))
    visit.patience = .seconds(1)
    let report = try await visit.play()
    #expect(report.ending == .killed(signal: SIGKILL))
    #expect(!report.wasEnded(in: .simulated))
    let overdue = try #require(report.overdue)
    #expect(overdue.hasPrefix("It had not ended after 1.0 seconds"))
    if Overseer.canSee { #expect(overdue.contains("State:")) }
  }

  @Test(
    .enabled("Only where this process may make groups: on Linux, mostly as superuser.") {
      await Guests.canMakeGroups
    })
  func theStateOfItsGroupIsReported() async throws {
    var visit = Guests.visit(isHeeding: false, in: .group, for: .zero, pace: 1)
    visit.patience = .seconds(1)
    let report = try await visit.play()
    #expect(report.ending == .killed(signal: SIGKILL))
    #expect(report.kills == 0)
    #expect(!report.wasEnded(in: .group))
    let overdue = try #require(report.overdue)
    #expect(overdue.contains("cgroup.procs: "))
    #expect(overdue.contains("oom_kill 0"))
    #expect(Guests.leftovers == [])
  }
}
