import Foundation
import Testing

@testable import StagecraftMemory

/// A real cgroup of this machine's version; `GroupLimitTests` covers both versions with files.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(
    if: RealGroup.possibleVersion != nil, "no cgroup can be created here without more rights"))
struct GroupLimitRealTests {
  private func makeGroup() throws -> RealGroup {
    let version = try #require(RealGroup.possibleVersion)
    print("Groups: version \(version == .legacy ? 1 : 2) by the kernel, the other by files.")
    return try RealGroup(version)
  }

  @Test func useIsReportedBeforeTheLimitIsReached() async throws {
    let group = try makeGroup()
    let log = MessageLog()
    let watch = try group.watch(log.reporter("group"))
    try await group.hold(RealGroup.limit / 100 * 80)
    let entry = await log.next { $0.source == "group/usage" && $0.report != nil }
    let report = try #require(entry?.report)
    #expect(report.level >= .elevated)
    #expect(report.lasting == .untilChanged)
    guard case .usage(let bytes, limit: RealGroup.limit) = report.cause else {
      Issue.record("\(report.cause)")
      return
    }
    #expect(bytes < RealGroup.limit)
    watch.cancel()
    try await group.remove()
  }

  @Test func loweredLimitIsReported() async throws {
    let group = try makeGroup()
    try await group.hold(20 << 20)
    #expect(group.usage >= 20 << 20)
    let log = MessageLog()
    let watch = try group.watch(log.reporter("group"))
    // No memory is reclaimed and no threshold is passed: only reading finds the change.
    let lower = group.usage / 88 * 100
    try group.setLimit(lower)
    let entry = await log.next { $0.source == "group/usage" && $0.report != nil }
    let report = try #require(entry?.report)
    #expect(report.level >= .elevated)
    guard case .usage(_, limit: let limit) = report.cause else {
      Issue.record("\(report.cause)")
      return
    }
    // The kernel counts whole pages.
    #expect(abs(limit - lower) <= 65_536)
    try group.setLimit(RealGroup.limit)
    #expect(await log.next { $0.report?.level == .normal } != nil)
    watch.cancel()
    try await group.remove()
  }
}
