import Foundation
import Testing

@testable import StagecraftMemory

@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(
    if: RealGroup.canBeMade, "no cgroup of version 1 can be created here without more rights"))
struct LegacyGroupRealTests {
  @Test func usageRisesAndFalls() async throws {
    let group = try RealGroup()
    let log = MessageLog()
    let watch = try GroupPressure(group.group)
      .watch(log.reporter("group"))

    try await group.hold(52 << 20)
    let risen = await log.next { $0.source == "group/usage" && $0.report != nil }
    let report = try #require(risen?.report)
    #expect(report.level >= .elevated)
    #expect(report.lasting == .untilChanged)
    guard case .usage(let bytes, limit: RealGroup.limit) = report.cause else {
      Issue.record("\(report.cause)")
      return
    }
    #expect(bytes >= RealGroup.limit * 3 / 4)
    #expect(try #require(report.target) > 0)

    group.end()
    let fallen = await log.next {
      $0.report?.lasting == .untilChanged && $0.report?.level == .normal
    }
    #expect(fallen != nil)
    watch.cancel()
    try await group.remove()
  }

  // The kernel counts reclaimable memory too and signals a threshold before its level is reached.
  // The moment at which the level was reached produced no event, so a program ran into its limit
  // without a report of critical pressure.
  @Test func levelReachedAfterItsKernelThresholdIsReported() async throws {
    // The kernel may charge some MiB of program files to the group, so that the usage also reaches
    // the second threshold. Then the event may be that of the second, and the run proves nothing.
    for _ in 0..<5 {
      let group = try RealGroup()
      try await group.cache(4 << 20)
      try await group.hold(45 << 20)
      try #require(group.usage >= RealGroup.limit / 4 * 3)
      let log = MessageLog()
      let watch = try GroupPressure(group.group)
        .watch(log.reporter("group"))

      // Above the first level, and below the threshold of the second.
      try await group.hold(3 << 20)
      let risen = await log.next { $0.source == "group/usage" && $0.report != nil }
      let isBelowSecond = group.usage < RealGroup.limit / 20 * 17
      watch.cancel()
      try await group.remove()
      guard isBelowSecond else { continue }
      #expect(risen?.report?.level == .elevated)
      return
    }
    Issue.record("The usage reached the second threshold in each of five runs.")
  }

  @Test func killedProcessIsReportedAsCritical() async throws {
    let group = try RealGroup()
    let log = MessageLog()
    let watch = try GroupPressure(group.group)
      .watch(log.reporter("group"))

    // Above the limit, the kernel finds nothing to reclaim and kills the largest process.
    try group.exceedLimit()
    let killed = await log.next { $0.report?.cause == .limitReached }
    #expect(killed?.report?.level == .critical)
    #expect(killed?.report?.lasting == .momentary)
    watch.cancel()
    try await group.remove()
  }

  @Test func removedGroupIsLost() async throws {
    let group = try RealGroup()
    let log = MessageLog()
    let watch = try GroupPressure(group.group)
      .watch(log.reporter("group"))

    try await group.remove()
    #expect(await log.next { $0.isLost && $0.source == "group" } != nil)
    #expect(log.all.contains { $0.isLost && $0.source == "group/usage" })
    #expect(log.reports.isEmpty)
    watch.cancel()
  }

  // The kernel sends no event when a limit is set; its thresholds are registered nevertheless.
  @Test func limitSetLaterIsDetected() async throws {
    let group = try RealGroup()
    try? group.write("memory.memsw.limit_in_bytes", "-1")
    try group.write("memory.limit_in_bytes", "-1")
    try #require(group.group.effectiveLimit() == nil, "the groups above have a limit")
    let log = MessageLog()
    let watch = try GroupPressure(group.group)
      .watch(log.reporter("group"))
    #expect(!log.all.contains { $0.source == "group/usage" })

    try group.write("memory.limit_in_bytes", "\(RealGroup.limit)")
    try group.exceedLimit()
    #expect(await log.next { $0.source == "group/usage" } != nil)
    watch.cancel()
    try await group.remove()
  }

  // Only the ancestor, which has the limit, receives the events of its memory reclaim.
  @Test func limitOfAnAncestorIsReported() async throws {
    let above = try RealGroup()
    let log = MessageLog()
    let folder = above.group.directory + "/inside"
    let inside = MemoryGroup(
      version: .legacy, directory: folder, mountPoint: above.group.mountPoint)
    try #require(mkdir(folder, 0o755) == 0)
    defer { rmdir(folder) }
    #expect(inside.effectiveLimit() == RealGroup.limit)
    let watch = try GroupPressure(inside)
      .watch(log.reporter("group"))

    try above.exceedLimit()
    #expect(await log.next { $0.report?.cause == .reclaiming } != nil)
    watch.cancel()
    rmdir(folder)
    try await above.remove()
  }

  // Only the owner of a group may request its events from the kernel. Here the ancestor is a plain
  // folder.
  @Test func ancestorLimitWithoutKernelEventsIsPolledAsFastAsUseGrows() async throws {
    let real = try RealGroup()
    let limit = 400 << 20
    let above = try TemporaryRoot([
      "/memory.limit_in_bytes": "\(limit)\n",
      "/memory.stat": "hierarchical_memory_limit \(limit)\ntotal_inactive_file 0\n",
      "/memory.usage_in_bytes": "0\n",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: above.path + "/desk", withDestinationPath: real.group.directory)
    let group = MemoryGroup(
      version: .legacy, directory: above.path + "/desk", mountPoint: above.path)
    let counters = try LegacyCounters(group)
    #expect(!counters.signalsUse)
    let log = MessageLog()
    let watcher = LegacyWatcher(
      group, counters: counters, surroundings: .current, reporter: log.reporter("group"))
    var time = VirtualTime()
    time.pass(until: 3.1, watcher)
    #expect(log.reports.isEmpty)
    try above.write("/memory.usage_in_bytes", "\(limit / 100 * 97)\n")
    time.pass(until: 3.3, watcher)
    #expect(log.reports.last?.level == .critical)
    watcher.close()
    try await real.remove()
  }
}
