import Foundation

@testable import StagecraftMemory

/// A cgroup of version 2 created for a test, and removed when it is deallocated at the latest.
final class StalledGroup: Sendable {
  let group: MemoryGroup

  static let canBeMade: Bool = {
    guard let stalled = try? StalledGroup() else { return false }
    defer { stalled.remove() }
    let watcher = try? StallPressure(of: stalled.group)
      .makeWatcher(MessageLog().reporter())
    defer { watcher?.close() }
    return watcher.map { $0.nextLook == nil } ?? false
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
