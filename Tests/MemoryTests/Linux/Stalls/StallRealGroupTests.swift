import Foundation
import Testing

@testable import StagecraftMemory

/// The stalls of a version 2 group, with or without memory accounting.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(if: StalledGroup.canBeMade, "no cgroup of version 2 can be created here"))
struct StallRealGroupTests {
  @Test func removedGroupIsLost() async throws {
    let stalled = try StalledGroup()
    let log = MessageLog()
    let watch = try StallPressure(of: stalled.group).watch(log.reporter())
    stalled.remove()
    #expect(await log.next { $0.isLost } != nil)
    #expect(log.reports.isEmpty)
    watch.cancel()
  }

  @Test func manyWatchesOfARemovedGroupAreLost() async throws {
    let stalled = try StalledGroup()
    let logs = (0..<8).map { _ in MessageLog() }
    let watches = try logs.map { log in
      try StallPressure(of: stalled.group).watch(log.reporter())
    }
    stalled.remove()
    for log in logs { #expect(await log.next { $0.isLost } != nil) }
    #expect(logs.allSatisfy { $0.all.filter(\.isLost).count == 1 })
    for watch in watches { watch.cancel() }
  }
}
