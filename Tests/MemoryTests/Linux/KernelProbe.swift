@testable import StagecraftMemory

/// Which features the kernel of this machine has.
enum KernelProbe {
  /// Whether the kernel sends events for this group of version 1.
  static func sendsEvents(for group: MemoryGroup) -> Bool {
    guard let counters = try? LegacyCounters(group) else { return false }
    counters.close()
    return true
  }

  /// Whether the kernel reports the machine's stalls, and a group can be created that causes some.
  static let reportsStalls: Bool = {
    let stalls = StallPressure()
    guard RealGroup.canBeMade, let watcher = try? stalls.makeWatcher(MessageLog().reporter()) else {
      return false
    }
    defer { watcher.close() }
    return watcher.nextLook == nil
  }()
}
