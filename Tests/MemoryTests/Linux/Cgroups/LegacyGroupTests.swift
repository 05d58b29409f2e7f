import Foundation
import Testing

@testable import StagecraftMemory

@Suite(.timeLimit(.minutes(3))) struct LegacyGroupTests {
  private static let folder = "/sys/fs/cgroup/memory/desk"

  private func make() throws -> (TemporaryRoot, MemoryGroup) {
    let root = try TemporaryRoot([
      "/proc/self/mountinfo": "35 23 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
      "/proc/self/cgroup": "4:memory:/desk\n",
      "\(Self.folder)/memory.usage_in_bytes": "100\n",
      "\(Self.folder)/memory.limit_in_bytes": "1000\n",
      "\(Self.folder)/memory.stat": "total_inactive_file 0\n",
      "\(Self.folder)/memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n",
      "\(Self.folder)/cgroup.event_control": "",
      "\(Self.folder)/memory.pressure_level": "",
    ])
    return (root, try .own(in: root.surroundings))
  }

  @Test func useIsPolledWithoutKernelEvents() throws {
    let (root, group) = try make()
    let log = MessageLog()
    #expect(throws: SystemError.self) { try LegacyCounters(group) }
    #expect(try SmallFile.read(root.path + Self.folder + "/cgroup.event_control").isEmpty)
    let watcher = LegacyWatcher(
      group, counters: nil, surroundings: root.surroundings, reporter: log.reporter("group"))
    defer { watcher.close() }
    #expect(watcher.nextLook != nil)
    #expect(watcher.look([], now: 0))
    #expect(watcher.nextLook == GrowthPace.shortestInCalm)
    #expect(log.reports.isEmpty)

    try root.write("\(Self.folder)/memory.usage_in_bytes", "900\n")
    #expect(watcher.look([], now: 10))
    #expect(watcher.look([], now: 20))
    #expect(
      log.reports == [
        PressureReport(
          level: .high, cause: .usage(900, limit: 1000), target: 200, lasting: .untilChanged)
      ])
    try root.write("\(Self.folder)/memory.stat", "total_inactive_file 500\n")
    #expect(watcher.look([], now: 30))
    #expect(log.reports.last?.level == .normal)

    try root.write("\(Self.folder)/memory.oom_control", "under_oom 0\noom_kill 1\n")
    #expect(watcher.look([], now: 40))
    #expect(log.all.last?.source == "group")
    #expect(log.reports.last?.level == .critical)

    try root.remove(Self.folder)
    #expect(!watcher.look([], now: 50))
    #expect(log.all.suffix(2).map(\.isLost) == [true, true])
  }

  @Test func sourceReportsThatItPolls() throws {
    let (root, _) = try make()
    let log = MessageLog()
    let watch = try GroupPressure(surroundings: root.surroundings)
      .watch(log.reporter("group"))
    guard case .watching(let detail)? = log.all.first?.what else {
      Issue.record("it does not watch")
      return
    }
    #expect(detail.contains("is polled"))
    #expect(detail.contains("the initial limit was 1000 B"))
    watch.cancel()
  }

  /// The source was refused permanently without a limit, so a limit set later was never detected.
  @Test func limitSetLaterIsDetectedWithoutKernelEvents() async throws {
    let (root, _) = try make()
    try root.write("\(Self.folder)/memory.usage_in_bytes", "900\n")
    try root.write("\(Self.folder)/memory.limit_in_bytes", "9223372036854771712\n")
    let log = MessageLog()
    let watch = try GroupPressure(surroundings: root.surroundings)
      .watch(log.reporter("group"))
    try root.write("\(Self.folder)/memory.limit_in_bytes", "1000\n")
    let entry = await log.next { $0.report != nil }
    #expect(entry?.source == "group/usage")
    #expect(entry?.report?.level == .high)
    watch.cancel()
  }
}
