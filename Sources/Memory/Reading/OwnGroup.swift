/// The group of this process, which may be moved to another one at any time.
struct OwnGroup: Sendable {
  private let surroundings: PressureSurroundings
  /// The text of `/proc/self/cgroup` for which the group was found.
  private var memberships: [UInt8]?

  /// The group; nil if memory is counted in none.
  private(set) var group: MemoryGroup?

  /// Finds the group.
  init(in surroundings: PressureSurroundings) {
    self.surroundings = surroundings
    memberships = Self.memberships(in: surroundings)
    group = memberships.flatMap { _ in try? MemoryGroup.own(in: surroundings) }
  }

  /// Looks whether the process was moved; what cannot be read for the moment is no move.
  ///
  /// The list of mounts, which may be long, is only read after a move.
  ///
  /// - Returns: Whether the group is another one now.
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
