import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftMemory

/// A process that is moved to another cgroup while its cgroup is watched.
@Suite(.timeLimit(.minutes(3)))
struct OwnGroupWatchTests {
  /// The watches that were begun: their groups and reporters, and which of them have ended.
  private final class Begun: Sendable {
    let groups = Locked<[(name: String, reporter: PressureReporter)]>([])
    let ended = Locked<[String]>([])

    func begin(_ group: MemoryGroup, _ reporter: PressureReporter) throws -> ObservationToken {
      let name = String(group.directory.split(separator: "/").last ?? "")
      if name == "closed" { throw PressureSourceError("it is closed") }
      groups.update { $0.append((name, reporter)) }
      return ObservationToken { [ended] in ended.update { $0.append(name) } }
    }

    var names: [String] { groups.value.map(\.name) }
  }

  private func makeWatch(
    _ group: FakeGroup, _ begun: Begun, _ log: MessageLog
  ) throws -> OwnGroupWatch {
    let watch = OwnGroupWatch(in: group.root.surroundings, log.reporter("group")) {
      try begun.begin($0, $1)
    }
    try watch.start()
    return watch
  }

  @Test(arguments: [MemoryGroup.Version.unified, .legacy])
  func newGroupIsWatchedInsteadOfTheOldOne(version: MemoryGroup.Version) throws {
    let group = try FakeGroup(version, limit: nil)
    try group.add("shelf", limit: 100)
    let begun = Begun()
    let log = MessageLog()
    let watch = try makeWatch(group, begun, log)
    #expect(!watch.followMove())
    try group.move(to: "shelf")
    #expect(watch.followMove())
    #expect(begun.names == ["desk", "shelf"])
    #expect(begun.ended.value == ["desk"])
    #expect(!watch.followMove())
    // The reports of the old group are withdrawn.
    #expect(log.reports == [PressureReport(level: .normal, cause: .subsided)])
    watch.cancel()
    #expect(begun.ended.value == ["desk", "shelf"])
    try group.move(to: "desk")
    #expect(!watch.followMove())
  }

  @Test func membersRemainListedAfterAMove() throws {
    let group = try FakeGroup(.unified, limit: nil)
    try group.add("shelf", limit: 100)
    let begun = Begun()
    let log = MessageLog()
    let watch = try makeWatch(group, begun, log)
    begun.groups.value[0].reporter.member("usage").reportWatching("one")
    try group.move(to: "shelf")
    watch.followMove()
    begun.groups.value[1].reporter.member("usage").reportWatching("two")
    let entries = log.all.filter { $0.report == nil }
    #expect(entries.map(\.source) == ["group/usage", "group/usage", "group/usage"])
    #expect(entries.map(\.isLost) == [false, true, false])
    watch.cancel()
  }

  /// A group without processes is soon removed, and was then reported as lost.
  @Test func groupRemovedAfterAMoveIsNotReportedAsLost() throws {
    let group = try FakeGroup(.unified, limit: nil)
    try group.add("shelf", limit: 100)
    let begun = Begun()
    let log = MessageLog()
    let watch = try makeWatch(group, begun, log)
    try group.move(to: "shelf")
    begun.groups.value[0].reporter.reportLoss("the cgroup was removed")
    #expect(begun.names == ["desk", "shelf"])
    #expect(!log.all.contains { $0.isLost })
    // Without a move, the loss is reported.
    begun.groups.value[1].reporter.reportLoss("the cgroup was removed")
    #expect(log.all.last?.what == .lost("the cgroup was removed"))
    watch.cancel()
  }

  @Test func newGroupThatCannotBeWatchedIsReportedAsLost() throws {
    let group = try FakeGroup(.unified, limit: nil)
    try group.add("closed", limit: nil)
    let begun = Begun()
    let log = MessageLog()
    let watch = try makeWatch(group, begun, log)
    try group.move(to: "closed")
    #expect(watch.followMove())
    #expect(
      log.all.last?.what == .lost("the process was moved to another cgroup: it is closed"))
    #expect(begun.ended.value == ["desk"])
    watch.cancel()
  }

  @Test func unreadableMembershipIsNotAMove() throws {
    let group = try FakeGroup(.legacy, limit: nil)
    let begun = Begun()
    let watch = try makeWatch(group, begun, MessageLog())
    try group.root.remove("/proc/self/cgroup")
    #expect(!watch.followMove())
    #expect(begun.names == ["desk"])
    // Only another hierarchy has changed, not that of memory.
    try group.root.write("/proc/self/cgroup", "4:memory:/desk\n5:pids:/desk\n")
    #expect(!watch.followMove())
    watch.cancel()
  }

  /// Moves the process into a group with most of its memory in use, and uses the source's watchers.
  @Test(arguments: [MemoryGroup.Version.unified, .legacy])
  func useOfTheNewGroupIsReported(version: MemoryGroup.Version) throws {
    let group = try FakeGroup(version, limit: 1000)
    try group.add("shelf", limit: 100 << 20)
    try group.use(88 << 20, in: "shelf")
    let log = MessageLog()
    let watchers = Locked<[any Watcher]>([])
    let watch = OwnGroupWatch(in: group.root.surroundings, log.reporter("group")) { _, reporter in
      let watcher = try group.makeWatcher(reporter)
      watchers.update { $0.append(watcher) }
      return ObservationToken {}
    }
    try watch.start()
    #expect(watchers.value[0].look([], now: 0))
    #expect(log.reports.isEmpty)
    try group.move(to: "shelf")
    watch.followMove()
    #expect(watchers.value[1].look([], now: 1))
    #expect(log.reports.last?.level == .high)
    #expect(log.reports.last?.cause == .usage(88 << 20, limit: 100 << 20))
    for watcher in watchers.value { watcher.close() }
    watch.cancel()
    // They retain the watch, which retains them: the files of the group would remain.
    watchers.update { $0 = [] }
  }

  /// A member's report remained in force for another ten seconds.
  @Test func useOfFormerGroupIsWithdrawn() throws {
    let group = try FakeGroup(.unified, limit: nil)
    try group.add("shelf", limit: nil)
    let begun = Begun()
    let source = OwnGroupSource { reporter in
      let watch = OwnGroupWatch(in: group.root.surroundings, reporter) { try begun.begin($0, $1) }
      try watch.start()
      return watch
    }
    let pressure = PressureMonitor(sources: .only(source), clock: ManualClock())
    let usage = begun.groups.value[0].reporter.member("usage")
    usage.report(.critical, lasting: .untilChanged)
    #expect(pressure.level == .critical)
    try group.move(to: "shelf")
    #expect(source.watch.value?.followMove() == true)
    #expect(pressure.level == .normal)
    #expect(pressure.sources.last?.isWatching == false)
  }

  /// A source that stores the watch for the test.
  private final class OwnGroupSource: PressureSource {
    let name = "group"
    let watch = Locked<OwnGroupWatch?>(nil)
    private let begin: @Sendable (PressureReporter) throws -> OwnGroupWatch

    init(_ begin: @escaping @Sendable (PressureReporter) throws -> OwnGroupWatch) {
      self.begin = begin
    }

    func watch(_ reporter: PressureReporter) throws -> ObservationToken {
      let watch = try begin(reporter)
      self.watch.update { $0 = watch }
      return ObservationToken {}
    }
  }
}
