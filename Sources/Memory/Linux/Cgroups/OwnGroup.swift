/// The cgroup of this process, which may be moved to another one at any time.
struct OwnGroup: Sendable {
  private let surroundings: PressureSurroundings
  /// The contents of `/proc/self/cgroup` from which the cgroup was determined.
  private var memberships: [UInt8]?

  private(set) var group: MemoryGroup?

  init(in surroundings: PressureSurroundings) {
    self.surroundings = surroundings
    memberships = Self.memberships(in: surroundings)
    group = memberships.flatMap { _ in try? MemoryGroup.own(in: surroundings) }
  }

  /// Returns whether the process was moved to another cgroup; a read failure is not a move.
  ///
  /// The list of mounts, which may be long, is only read after a move.
  mutating func look() -> Bool {
    guard let present = Self.memberships(in: surroundings), present != memberships,
      FileDescriptor.shortage == nil
    else { return false }
    memberships = present
    let before = group
    group = try? MemoryGroup.own(in: surroundings)
    return group != before
  }

  private static func memberships(in surroundings: PressureSurroundings) -> [UInt8]? {
    try? SmallFile.read(surroundings.root + "/proc/self/cgroup")
  }
}
