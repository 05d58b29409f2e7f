import Testing

@testable import StagecraftMemory

/// How suggestions of the service manager are weighed.
struct JudgingTests {
  private let second: Int64 = 1_000_000_000

  @Test func repeatedNotificationRaisesTheLevel() {
    var escalation = Escalation()
    let start: Int64 = 77
    #expect(escalation.event(now: start) == .elevated)
    #expect(escalation.event(now: start + second / 10) == .elevated)
    #expect(escalation.event(now: start + second) == .high)
    #expect(escalation.event(now: start + second + 1) == .high)
    #expect(escalation.event(now: start + 4 * second) == .critical)
    #expect(escalation.event(now: start + 8 * second) == .critical)
  }

  @Test func afterAWhileItBeginsAnew() {
    var escalation = Escalation()
    _ = escalation.event(now: 0)
    #expect(escalation.event(now: 2 * second) == .high)
    #expect(escalation.event(now: 7 * second) == .critical)
    #expect(escalation.event(now: 12 * second + 1) == .elevated)
  }

  /// The clock may start at any value, including zero.
  @Test func aStormClimbsNoFasterThanAStepInASecond() {
    var escalation = Escalation()
    var levels: [PressureLevel] = []
    for event in 0..<10_000 as Range<Int64> {
      let level = escalation.event(now: event * second / 5000)
      if levels.last != level { levels.append(level) }
    }
    #expect(levels == [.elevated, .high])
  }

  private let gigabyte = 1 << 30

  @Test func withoutAnythingKnownItIsBelieved() {
    let room = Headroom()
    #expect(room.judge(reported: .elevated) == .init(level: .elevated, target: nil))
    #expect(room.judge(suggested: .critical) == .init(level: .critical, target: nil))
  }

  @Test func aGroupNearItsLimitMakesItWorse() {
    let group = LimitUse(scope: .group, workingSet: 96, limit: 100)
    let room = Headroom(group: group)
    #expect(room.judge(reported: .elevated) == .init(level: .critical, target: group.target))
    #expect(room.judge(suggested: .elevated) == .init(level: .critical, target: group.target))
  }

  /// A suggested level is based on an observation; the kernel also reports stalls with much memory
  /// available.
  @Test func muchRoomOnlyCountsAgainstTheKernel() throws {
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

  /// Its location is remembered, but not when the process has another one.
  @Test func theRoomIsThatOfTheGroupInWhichTheProcessIs() throws {
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

    // A file that cannot be read at the moment is no move.
    try root.remove("/proc/self/cgroup")
    #expect(reader().group?.limit == 4000)
    try root.write("/proc/self/cgroup", "0::/desk\n")
    #expect(reader().group?.limit == 1000)
  }
}
