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

  private func lookout(_ root: TemporaryRoot, _ log: MessageLog) throws -> GroupEventsLookout {
    try GroupEventsLookout(try .own(in: root.surroundings), reporter: log.reporter())
  }

  @Test func eventsAreWeighedAgainstTheRoom() throws {
    let root = try make()
    let log = MessageLog()
    let lookout = try lookout(root, log)
    defer { lookout.close() }
    #expect(lookout.look([], now: 0))
    #expect(log.reports.isEmpty)

    try root.write(Self.events, "low 0\nhigh 1\nmax 0\noom 0\noom_kill 0\n")
    #expect(lookout.look([], now: 1))
    #expect(log.reports == [PressureReport(level: .elevated, cause: .throttled, target: 5000)])

    // The usage is reported too: that is tested below.
    func reports() -> [PressureReport] {
      log.all.filter { $0.source == "source" }.compactMap(\.report)
    }
    try root.write("/sys/fs/cgroup/desk/memory.current", "800000\n")
    try root.write(Self.events, "low 0\nhigh 2\nmax 0\noom 0\noom_kill 0\n")
    #expect(lookout.look([], now: 2))
    #expect(reports().last == PressureReport(level: .high, cause: .throttled, target: 100_000))

    try root.write("/sys/fs/cgroup/desk/memory.current", "990000\n")
    try root.write(Self.events, "low 0\nhigh 2\nmax 1\noom 0\noom_kill 0\n")
    #expect(lookout.look([], now: 3))
    #expect(
      reports().last == PressureReport(level: .critical, cause: .limitReached, target: 290_000))

    // A process of the group was killed: there is room now, but not for long.
    try root.write("/sys/fs/cgroup/desk/memory.current", "100000\n")
    try root.write(Self.events, "low 0\nhigh 2\nmax 1\noom 1\noom_kill 1\n")
    #expect(lookout.look([], now: 4))
    #expect(reports().last?.level == .critical)
    #expect(lookout.look([], now: 5))
    #expect(reports().count == 4)
  }

  // When a group above reaches its limit, only that group counts the event.
  @Test func aLimitAboveIsHeard() throws {
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
    let lookout = try lookout(root, log)
    defer { lookout.close() }
    try root.write(Self.events, "high 0\nmax 1\noom 0\noom_kill 0\n")
    func reports() -> [PressureReport] {
      log.all.filter { $0.source == "source" }.compactMap(\.report)
    }
    #expect(lookout.look([], now: 0))
    #expect(reports() == [PressureReport(level: .critical, cause: .limitReached, target: 290_000)])

    // Events of a sibling group at its own limit do not concern this group.
    try root.write(
      "/sys/fs/cgroup/desk/drawer/memory.events", "high 9\nmax 9\noom 9\noom_kill 9\n")
    #expect(lookout.look([], now: 1))
    #expect(reports().count == 1)

    // A group above that sends no more events is skipped.
    try root.remove("/sys/fs/cgroup/desk/drawer/memory.events.local")
    try root.write(Self.events, "nonsense\n")
    for second in 2..<12 as Range<Int64> { #expect(lookout.look([], now: second)) }
    #expect(!log.all.contains { $0.isLost })
  }

  @Test func aRemovedGroupIsLost() throws {
    let root = try make()
    let log = MessageLog()
    let lookout = try lookout(root, log)
    defer { lookout.close() }
    try root.remove("/sys/fs/cgroup/desk")
    #expect(!lookout.look([], now: 0))
    #expect(log.all.suffix(2).map(\.source) == ["source/usage", "source"])
    #expect(log.all.suffix(2).map(\.isLost) == [true, true])
  }

  // The same path, but no longer the group that contained this process.
  @Test func aGroupMadeAnewIsNotOurs() throws {
    let root = try make()
    let log = MessageLog()
    let lookout = try lookout(root, log)
    defer { lookout.close() }
    try FileManager.default.moveItem(
      atPath: root.path + "/sys/fs/cgroup/desk", toPath: root.path + "/gone")
    try root.write(Self.events, "high 5\n")
    #expect(!lookout.look([], now: 0))
    #expect(log.reports.isEmpty)
  }

  @Test func stallsAndUseAreMembers() async throws {
    let root = try make([
      "/sys/fs/cgroup/desk/memory.pressure": "some total=0\nfull total=0\n",
      "/sys/fs/cgroup/desk/memory.current": "900000\n",
    ])
    let log = MessageLog()
    let watch = try UnifiedGroupPressure(surroundings: root.surroundings)
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
    watch.end()
  }

  @Test func withoutStallsThereAreEvents() throws {
    let root = try make()
    let log = MessageLog()
    let watch = try UnifiedGroupPressure(surroundings: root.surroundings)
      .watch(log.reporter("group"))
    let told = log.all.filter { $0.source != "group/usage" }
    #expect(told.map(\.isLost) == [false, true])
    watch.end()
  }

  @Test func theOutermostGroupHasStallsOnly() throws {
    let root = try make(["/sys/fs/cgroup/desk/memory.pressure": "some total=0\n"])
    try root.remove(Self.events)
    let log = MessageLog()
    let source = UnifiedGroupPressure(surroundings: root.surroundings)
    let watch = try source.watch(log.reporter("group"))
    #expect(log.all.map(\.source) == ["group"])
    watch.end()
    try root.remove("/sys/fs/cgroup/desk/memory.pressure")
    #expect(throws: PressureSourceError.self) { try source.watch(log.reporter("group")) }
  }

  @Test func theOtherVersionIsRefused() throws {
    let root = try make([
      "/proc/self/mountinfo": "35 23 0:30 / /sys/fs/cgroup rw - cgroup cgroup rw,memory\n",
      "/proc/self/cgroup": "4:memory:/desk\n",
      "/sys/fs/cgroup/desk/memory.usage_in_bytes": "1\n",
    ])
    #expect(throws: PressureSourceError.self) {
      try UnifiedGroupPressure(surroundings: root.surroundings).watch(MessageLog().reporter())
    }
  }
}

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

  @Test func whereTheKernelDoesNotTellItIsLookedAt() throws {
    let (root, group) = try make()
    let log = MessageLog()
    #expect(throws: SystemError.self) { try LegacyCounters(group) }
    #expect(try SmallFile.read(root.path + Self.folder + "/cgroup.event_control").isEmpty)
    let lookout = LegacyLookout(
      group, counters: nil, surroundings: root.surroundings, reporter: log.reporter("group"))
    defer { lookout.close() }
    #expect(lookout.nextLook != nil)
    #expect(lookout.look([], now: 0))
    #expect(lookout.nextLook == GrowthPace.shortestInCalm)
    #expect(log.reports.isEmpty)

    try root.write("\(Self.folder)/memory.usage_in_bytes", "900\n")
    #expect(lookout.look([], now: 10))
    #expect(lookout.look([], now: 20))
    #expect(
      log.reports == [
        PressureReport(
          level: .high, cause: .usage(900, limit: 1000), target: 200, lasting: .untilChanged)
      ])
    try root.write("\(Self.folder)/memory.stat", "total_inactive_file 500\n")
    #expect(lookout.look([], now: 30))
    #expect(log.reports.last?.level == .normal)

    try root.write("\(Self.folder)/memory.oom_control", "under_oom 0\noom_kill 1\n")
    #expect(lookout.look([], now: 40))
    #expect(log.all.last?.source == "group")
    #expect(log.reports.last?.level == .critical)

    try root.remove(Self.folder)
    #expect(!lookout.look([], now: 50))
    #expect(log.all.suffix(2).map(\.isLost) == [true, true])
  }

  @Test func theSourceSaysThatItLooks() throws {
    let (root, _) = try make()
    let log = MessageLog()
    let watch = try LegacyGroupPressure(surroundings: root.surroundings)
      .watch(log.reporter("group"))
    guard case .watching(let detail)? = log.all.first?.what else {
      Issue.record("it does not watch")
      return
    }
    #expect(detail.contains("is polled"))
    #expect(detail.contains("the initial limit was 1000 B"))
    watch.end()
  }

  /// The watch was refused permanently, and a limit that was set later was never seen.
  @Test func whereTheKernelDoesNotTellALimitMayBeSetLater() async throws {
    let (root, _) = try make()
    try root.write("\(Self.folder)/memory.usage_in_bytes", "900\n")
    try root.write("\(Self.folder)/memory.limit_in_bytes", "9223372036854771712\n")
    let log = MessageLog()
    let watch = try LegacyGroupPressure(surroundings: root.surroundings)
      .watch(log.reporter("group"))
    try root.write("\(Self.folder)/memory.limit_in_bytes", "1000\n")
    let entry = await log.next { $0.report != nil }
    #expect(entry?.source == "group/usage")
    #expect(entry?.report?.level == .high)
    watch.end()
  }

  @Test func useAtAThresholdDoesNotFlap() {
    var follower = UsageFollower()
    func level(at used: Int, isHard: Bool = true) -> PressureLevel? {
      let use = LimitUse(scope: .group, workingSet: used, limit: 100, isHard: isHard)
      return follower.follow(use, now: 0)?.level
    }
    #expect([75, 74, 75, 74, 76].map { level(at: $0) } == [.elevated, nil, nil, nil, nil])
    #expect(level(at: 73) == .normal)
    #expect([95, 94, 95].map { level(at: $0) } == [.critical, nil, nil])
    #expect(level(at: 92) == .high)
    #expect(level(at: 93, isHard: false) == nil)
    #expect(level(at: 99) == .critical)
  }

  /// One pass was not enough: the usage continues to grow below the next share.
  @Test func growthAtOneLevelIsReportedAgain() {
    var follower = UsageFollower()
    let levels = [76, 77, 78, 79, 81, 79, 82, 84].map { used in
      let use = LimitUse(scope: .group, workingSet: used, limit: 100)
      return follower.follow(use, now: 0)?.level
    }
    #expect(levels == [.elevated, nil, .elevated, nil, .elevated, nil, nil, .elevated])
  }

  /// A pass may have released too little, and then no other event would report it.
  @Test func lastingCriticalUseIsReportedAtGrowingIntervals() {
    var follower = UsageFollower()
    let use = LimitUse(scope: .group, workingSet: 97, limit: 100)
    var heard: [Int64] = []
    for second in 0..<100 as Range<Int64> {
      if follower.follow(use, now: second * 1_000_000_000) != nil { heard.append(second) }
    }
    #expect(heard == [0, 2, 6, 14, 30, 62, 94])
    // An event of the kernel may mean that a report is soon worth repeating.
    follower.somethingHappened()
    #expect(follower.follow(use, now: 96_000_000_000)?.level == .critical)
    let less = LimitUse(scope: .group, workingSet: 90, limit: 100)
    #expect(follower.follow(less, now: 96_000_000_001)?.level == .high)
    #expect(follower.follow(less, now: 200_000_000_000) == nil)
    #expect(follower.follow(nil, now: 200_000_000_000)?.cause == .subsided)
    #expect(follower.follow(nil, now: 200_000_000_000) == nil)
  }
}
