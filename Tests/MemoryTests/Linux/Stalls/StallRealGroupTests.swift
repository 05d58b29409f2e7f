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
    let watch = try StallPressure(stalled.group, surroundings: .current).watch(log.reporter())
    stalled.remove()
    #expect(await log.next { $0.isLost } != nil)
    #expect(log.reports.isEmpty)
    watch.end()
  }

  @Test func manyWatchesOfARemovedGroupAreLost() async throws {
    let stalled = try StalledGroup()
    let logs = (0..<8).map { _ in MessageLog() }
    let watches = try logs.map { log in
      try StallPressure(stalled.group, surroundings: .current).watch(log.reporter())
    }
    stalled.remove()
    for log in logs { #expect(await log.next { $0.isLost } != nil) }
    #expect(logs.allSatisfy { $0.all.filter(\.isLost).count == 1 })
    for watch in watches { watch.end() }
  }
}

/// A cgroup of version 2 created for a test, and removed when it is deallocated at the latest.
final class StalledGroup: Sendable {
  let group: MemoryGroup

  static let canBeMade: Bool = {
    guard let stalled = try? StalledGroup() else { return false }
    defer { stalled.remove() }
    let lookout = try? StallPressure(stalled.group, surroundings: .current)
      .makeLookout(MessageLog().reporter())
    defer { lookout?.close() }
    return lookout.map { $0.nextLook == nil } ?? false
  }()

  init() throws {
    let mounts = MountTable(parsing: try SmallFile.read("/proc/self/mountinfo", limit: 1 << 23))
    guard let mount = mounts.entries.last(where: { $0.fileSystem == "cgroup2" }) else {
      throw PressureSourceError("there are no groups of version 2")
    }
    let directory = "\(mount.mountPoint)/stagecraft-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false)
    group = MemoryGroup(version: .unified, directory: directory, mountPoint: mount.mountPoint)
  }

  deinit { remove() }

  func remove() { _ = rmdir(group.directory) }
}
