import Foundation
import Testing

@testable import StagecraftMemory

@Suite(.timeLimit(.minutes(3))) struct UnifiedGroupTests {
  private func make(_ more: [String: String] = [:]) throws -> TemporaryRoot {
    let files = [
      "/proc/self/mountinfo": "35 23 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
      "/proc/self/cgroup": "0::/desk\n",
      "/sys/fs/cgroup/desk/memory.stat": "inactive_file 0\n",
      "/sys/fs/cgroup/desk/memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n",
      "/sys/fs/cgroup/desk/memory.max": "1000000\n",
      "/sys/fs/cgroup/desk/memory.high": "max\n",
      "/sys/fs/cgroup/desk/memory.current": "100000\n",
    ]
    return try TemporaryRoot(files.merging(more) { $1 })
  }

  private static let events = "/sys/fs/cgroup/desk/memory.events"

  private func watcher(_ root: TemporaryRoot, _ log: MessageLog) throws -> GroupEventsWatcher {
    try GroupEventsWatcher(try .own(in: root.surroundings), reporter: log.reporter())
  }

  @Test func levelOfAnEventDependsOnTheRemainingRoom() throws {
    let root = try make()
    let log = MessageLog()
    let watcher = try watcher(root, log)
    defer { watcher.close() }
    #expect(watcher.look([], now: 0))
    #expect(log.reports.isEmpty)

    try root.write(Self.events, "low 0\nhigh 1\nmax 0\noom 0\noom_kill 0\n")
    #expect(watcher.look([], now: 1))
    #expect(log.reports == [PressureReport(level: .elevated, cause: .throttled, target: 5000)])

    // The member for the use also reports; here only the events count.
    func reports() -> [PressureReport] {
      log.all.filter { $0.source == "source" }.compactMap(\.report)
    }
    try root.write("/sys/fs/cgroup/desk/memory.current", "800000\n")
    try root.write(Self.events, "low 0\nhigh 2\nmax 0\noom 0\noom_kill 0\n")
    #expect(watcher.look([], now: 2))
    #expect(reports().last == PressureReport(level: .high, cause: .throttled, target: 100_000))

    try root.write("/sys/fs/cgroup/desk/memory.current", "990000\n")
    try root.write(Self.events, "low 0\nhigh 2\nmax 1\noom 0\noom_kill 0\n")
    #expect(watcher.look([], now: 3))
    #expect(
      reports().last == PressureReport(level: .critical, cause: .limitReached, target: 290_000))

    // A killed process is critical, although there is room again.
    try root.write("/sys/fs/cgroup/desk/memory.current", "100000\n")
    try root.write(Self.events, "low 0\nhigh 2\nmax 1\noom 1\noom_kill 1\n")
    #expect(watcher.look([], now: 4))
    #expect(reports().last?.level == .critical)
    #expect(watcher.look([], now: 5))
    #expect(reports().count == 4)
  }

  // When a group above reaches its limit, only that group counts the event.
  @Test func limitOfAnAncestorIsReported() throws {
    let root = try make([
      "/proc/self/cgroup": "0::/desk/drawer/box\n",
      "/sys/fs/cgroup/desk/drawer/box/memory.stat": "inactive_file 0\n",
      "/sys/fs/cgroup/desk/drawer/box/memory.events": "high 0\nmax 0\noom 0\noom_kill 0\n",
      "/sys/fs/cgroup/desk/drawer/memory.max": "2000000\n",
      "/sys/fs/cgroup/desk/drawer/memory.current": "90000\n",
      "/sys/fs/cgroup/desk/drawer/memory.events": "high 0\nmax 0\noom 0\noom_kill 0\n",
      "/sys/fs/cgroup/desk/drawer/memory.events.local": "high 0\nmax 0\noom 0\noom_kill 0\n",
      "/sys/fs/cgroup/desk/memory.current": "990000\n",
    ])
    let log = MessageLog()
    let watcher = try watcher(root, log)
    defer { watcher.close() }
    try root.write(Self.events, "high 0\nmax 1\noom 0\noom_kill 0\n")
    func reports() -> [PressureReport] {
      log.all.filter { $0.source == "source" }.compactMap(\.report)
    }
    #expect(watcher.look([], now: 0))
    #expect(reports() == [PressureReport(level: .critical, cause: .limitReached, target: 290_000)])

    // Events of a sibling group at its own limit do not concern this group.
    try root.write(
      "/sys/fs/cgroup/desk/drawer/memory.events", "high 9\nmax 9\noom 9\noom_kill 9\n")
    #expect(watcher.look([], now: 1))
    #expect(reports().count == 1)

    // A group above that sends no more events is skipped.
    try root.remove("/sys/fs/cgroup/desk/drawer/memory.events.local")
    try root.write(Self.events, "nonsense\n")
    for second in 2..<12 as Range<Int64> { #expect(watcher.look([], now: second)) }
    #expect(!log.all.contains { $0.isLost })
  }

  @Test func removedGroupIsLost() throws {
    let root = try make()
    let log = MessageLog()
    let watcher = try watcher(root, log)
    defer { watcher.close() }
    try root.remove("/sys/fs/cgroup/desk")
    #expect(!watcher.look([], now: 0))
    #expect(log.all.suffix(2).map(\.source) == ["source/usage", "source"])
    #expect(log.all.suffix(2).map(\.isLost) == [true, true])
  }

  // The same path, but no longer the group that contained this process.
  @Test func recreatedGroupIsNotMistakenForTheOldOne() throws {
    let root = try make()
    let log = MessageLog()
    let watcher = try watcher(root, log)
    defer { watcher.close() }
    try FileManager.default.moveItem(
      atPath: root.path + "/sys/fs/cgroup/desk", toPath: root.path + "/gone")
    try root.write(Self.events, "high 5\n")
    #expect(!watcher.look([], now: 0))
    #expect(log.reports.isEmpty)
  }

  @Test func stallsAndUseAreListedAsMembers() async throws {
    let root = try make([
      "/sys/fs/cgroup/desk/memory.pressure": "some total=0\nfull total=0\n",
      "/sys/fs/cgroup/desk/memory.current": "900000\n",
    ])
    let log = MessageLog()
    let watch = try GroupPressure(surroundings: root.surroundings)
      .watch(log.reporter("group"))
    // The usage at the start of the watch is reported immediately.
    let report = await log.next { $0.report != nil }
    #expect(report?.source == "group/usage")
    #expect(
      report?.report
        == PressureReport(
          level: .high, cause: .usage(900_000, limit: 1_000_000), target: 200_000,
          lasting: .untilChanged))
    let watching = log.all.filter { $0.report == nil }
    #expect(watching.map(\.source) == ["group/usage", "group", "group/stalls"])
    #expect(!watching.contains { $0.isLost })
    watch.cancel()
  }

  @Test func eventsAreWatchedWithoutStallFile() throws {
    let root = try make()
    let log = MessageLog()
    let watch = try GroupPressure(surroundings: root.surroundings)
      .watch(log.reporter("group"))
    let entries = log.all.filter { $0.source != "group/usage" }
    #expect(entries.map(\.isLost) == [false, true])
    watch.cancel()
  }

  @Test func outermostGroupReportsStallsOnly() throws {
    let root = try make(["/sys/fs/cgroup/desk/memory.pressure": "some total=0\n"])
    try root.remove(Self.events)
    let log = MessageLog()
    let source = GroupPressure(surroundings: root.surroundings)
    let watch = try source.watch(log.reporter("group"))
    #expect(log.all.map(\.source) == ["group"])
    watch.cancel()
    try root.remove("/sys/fs/cgroup/desk/memory.pressure")
    #expect(throws: PressureSourceError.self) { try source.watch(log.reporter("group")) }
  }
}
