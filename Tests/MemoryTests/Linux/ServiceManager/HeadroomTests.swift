import Testing

@testable import StagecraftMemory

/// The level of a notification of the service manager, compared with the available room.
struct HeadroomTests {
  @Test func suggestionWithoutKnownUseKeepsItsLevel() {
    let room = Headroom()
    #expect(room.judge(reported: .elevated) == .init(level: .elevated, target: nil))
    #expect(room.judge(suggested: .critical) == .init(level: .critical, target: nil))
  }

  @Test func groupNearItsLimitRaisesTheLevel() {
    let group = LimitUse(scope: .group, workingSet: 96, limit: 100)
    let room = Headroom(group: group)
    #expect(room.judge(reported: .elevated) == .init(level: .critical, target: group.target))
    #expect(room.judge(suggested: .elevated) == .init(level: .critical, target: group.target))
  }

  /// The kernel also reports stalls while much memory is available; a level that the service manager
  /// reports is based on its own reading.
  @Test func plentyOfRoomLowersOnlySuggestionsOfTheKernel() throws {
    let machine = try #require(
      MachineMemory(parsing: Array("MemTotal: 1000 kB\nMemAvailable: 900 kB\n".utf8)))
    let room = Headroom(machine: machine, resident: 1000)
    #expect(room.judge(reported: .critical) == .init(level: .critical, target: nil))
    #expect(room.judge(suggested: .critical) == .init(level: .elevated, target: nil))
  }

  @Test func levelRisesForAProcessLargerThanTheAvailableMemory() throws {
    let machine = try #require(
      MachineMemory(parsing: Array("MemTotal: 1000 kB\nMemAvailable: 100 kB\n".utf8)))
    #expect(
      Headroom(machine: machine, resident: 200 << 10).judge(reported: .elevated).level == .high)
    #expect(
      Headroom(machine: machine, resident: 50 << 10).judge(reported: .elevated).level == .elevated)
  }

  /// The group's location is cached until the process is moved to another group.
  @Test func headroomIsThatOfTheCurrentGroup() throws {
    let mounts = "35 23 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
    let root = try TemporaryRoot([
      "/proc/self/mountinfo": mounts, "/proc/self/cgroup": "0::/desk\n",
    ])
    for (group, limit) in [("desk", 1000), ("hall", 4000)] {
      let folder = "/sys/fs/cgroup/\(group)"
      try root.write("\(folder)/memory.stat", "inactive_file 0\n")
      try root.write("\(folder)/memory.max", "\(limit)\n")
      try root.write("\(folder)/memory.current", "500\n")
    }
    let reader = Headroom.reader(in: root.surroundings)
    #expect(reader().group?.limit == 1000)
    #expect(reader().group?.workingSet == 500)
    try root.write("/sys/fs/cgroup/desk/memory.current", "900\n")
    #expect(reader().group?.workingSet == 900)

    try root.write("/proc/self/cgroup", "0::/hall\n")
    #expect(reader().group?.limit == 4000)

    // A temporarily unreadable file does not count as a move.
    try root.remove("/proc/self/cgroup")
    #expect(reader().group?.limit == 4000)
    try root.write("/proc/self/cgroup", "0::/desk\n")
    #expect(reader().group?.limit == 1000)
  }
}
