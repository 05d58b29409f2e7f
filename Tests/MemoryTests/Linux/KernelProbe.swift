@testable import StagecraftMemory

/// What the kernel does for us here.
enum KernelProbe {
  /// Whether it tells of this group of version 1.
  static func tells(of group: MemoryGroup) -> Bool {
    guard let counters = try? LegacyCounters(group) else { return false }
    counters.close()
    return true
  }

  /// Whether it tells of the machine's stalls, and a group can be made that causes some.
  static let tellsOfStalls: Bool = {
    let stalls = StallPressure.machineWide()
    guard RealGroup.canBeMade, let lookout = try? stalls.makeLookout(MessageLog().reporter()) else {
      return false
    }
    defer { lookout.close() }
    return lookout.nextLook == nil
  }()
}
