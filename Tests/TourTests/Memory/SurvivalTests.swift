import Foundation
import TestSupport
import Testing

@testable import StagecraftTourScenes

/// A program with less memory than it could use, as a separate process.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled("Only without a sanitizer, whose own memory would exceed the limit.") {
    Sanitizer.running == nil
  },
  .enabled("Only where the executable “stagecraft” is in the same folder as the tests.") {
    FileManager.default.isExecutableFile(atPath: Guests.program)
  })
struct SurvivalTests {
  // MARK: A cgroup with a limit

  @Test(
    .enabled("Only where this process may create cgroups: on Linux, mostly as superuser.") {
      await Guests.canCreateGroups
    })
  func theKernelKillsAGuestThatIgnoresWarnings() async throws {
    let (report, group) = try await Guests.playInGroup(Guests.run(hasMonitor: false, for: .zero))
    #expect(report.overdue == nil)
    #expect(report.wasKilled)
    #expect(group.kills == 1)
    #expect(group.failures ?? 0 > 0)
    #expect(report.summary == nil)
    #expect(report.passes.isEmpty)
    #expect(report.progress.last?.allocated ?? 0 < Guests.limit)
    #expect(group.peak ?? Guests.limit > Guests.limit / 10 * 9)
    #expect(Guests.leftovers == [])
    print(
      """
      Survival: \((report.progress.last?.allocated ?? 0) >> 20) MiB allocated in \
      \(report.progress.last?.milliseconds ?? 0) ms, then \(group.failures ?? 0) times at the \
      limit, and the end.
      """)
  }

  @Test(
    .enabled("Only where this process may create cgroups: on Linux, mostly as superuser.") {
      await Guests.canCreateGroups
    })
  func aGuestWithAMonitorSurvivesHalfAMinute() async throws {
    let (report, group) = try await Guests.playInGroup(
      Guests.run(hasMonitor: true, for: .seconds(30)))
    #expect(report.overdue == nil)
    Guests.expectSurvival(report, for: .seconds(30), in: group)
    #expect(group.kills == 0)
    #expect(group.peak ?? 0 <= Guests.limit)
    #expect(report.sources.contains { $0.hasPrefix("group: the kernel signals") })
    #expect(Guests.leftovers == [])
  }

  // MARK: A memory limiter

  @Test(
    .enabled("Only where the memory of other processes can be read, in /proc.") {
      MemoryLimiter.isSupported
    })
  func theLimiterKillsAGuestThatIgnoresWarnings() async throws {
    let report = try await Guests.playLimited(
      Guests.run(hasMonitor: false, for: .zero, pace: 40_000_000))
    #expect(report.ending == .killed(signal: SIGKILL))
    #expect(report.limiter?.hasKilled == true)
    #expect(report.limiter?.warnings ?? 0 > 0)
    #expect(report.summary == nil)
  }

  @Test(
    .enabled("Only where the memory of other processes can be read, in /proc.") {
      MemoryLimiter.isSupported
    })
  func aGuestWithAMonitorSurvivesBesideALimiter() async throws {
    let report = try await Guests.playLimited(
      Guests.run(hasMonitor: true, for: .seconds(10), pace: 40_000_000))
    Guests.expectSurvival(report, for: .seconds(10))
    #expect(report.limiter?.hasKilled == false)
    #expect(report.sources.contains { $0.hasPrefix("service manager: /") })
  }

  // MARK: The scene

  @MainActor
  @Test func theSceneKeepsItsPromisesWithinAHundredColumns() async throws {
    var lines: [String] = []
    let narrator = Narrator { lines.append($0) }
    var scene = MemoryScene()
    scene.program = Guests.program
    scene.pace = 30_000_000
    try await scene.play(narrator)
    #expect(narrator.failedClaims == [])
    let levels = ["elevated", "high", "critical"]
    #expect(lines.contains { line in levels.contains { line.contains("Pass at \($0)") } })
    #expect(lines.filter { $0.count > 100 } == [])
    #expect(lines.filter { $0.hasSuffix(" ") } == [])
  }

  // MARK: The guest itself

  @Test func aGuestCanEnforceItsOwnLimit() async throws {
    let ignoring = try await Guests.play(
      Guests.run(hasMonitor: false, for: .zero, pace: 50_000_000, ownLimit: Guests.limit))
    #expect(ignoring.wasKilled)
    let monitored = try await Guests.play(
      Guests.run(hasMonitor: true, for: .seconds(2), pace: 50_000_000, ownLimit: Guests.limit))
    Guests.expectSurvival(monitored, for: .seconds(2))
  }

  // MARK: Overdue guests

  @Test func aGuestThatDoesNotEndIsKilled() async throws {
    var run = Guests.run(hasMonitor: true, for: .seconds(600), ownLimit: Guests.limit)
    #expect(run.patience == .seconds(1_860))
    run.patience = .seconds(1)
    let report = try await run.play()
    #expect(report.ending == .killed(signal: SIGKILL))
    #expect(!report.wasKilled)
    let overdue = try #require(report.overdue)
    #expect(overdue.hasPrefix("It had not ended after 1.0 seconds"))
    if MemoryLimiter.isSupported { #expect(overdue.contains("State:")) }
  }

  @Test(
    .enabled("Only where this process may create cgroups: on Linux, mostly as superuser.") {
      await Guests.canCreateGroups
    })
  func theKernelDoesNotKillAnOverdueGuest() async throws {
    var run = Guests.run(hasMonitor: false, for: .zero, pace: 1)
    run.patience = .seconds(1)
    let (report, group) = try await Guests.playInGroup(run)
    #expect(report.ending == .killed(signal: SIGKILL))
    #expect(group.kills == 0)
    #expect(!report.wasKilled)
    let overdue = try #require(report.overdue)
    #expect(overdue.contains("State:"))
    #expect(Guests.leftovers == [])
  }
}
