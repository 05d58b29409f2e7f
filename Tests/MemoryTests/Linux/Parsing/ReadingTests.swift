import Testing

@testable import StagecraftMemory

@Suite struct ReadingTests {
  @Test func parsesMounts() {
    let text = """
      36 35 98:0 /mnt1 /mnt2 rw,noatime shared:1 master:2 propagate_from:3 - ext3 /dev/root rw,errors=continue
      37 35 0:30 / /groups\\040of\\011ours\\134 rw - cgroup2 cgroup2 rw
      38 35 0:31 / /none rw - cgroup  rw,memory
      half a line
      39 35 0:32 relative /point rw - cgroup2 cgroup2 rw
      40 35 0:33 / /bad\\9x\\77 rw shared:1 - tmpfs
      """
    let mounts = MountTable(parsing: Array(text.utf8)).entries
    #expect(
      mounts == [
        .init(
          root: "/mnt1", mountPoint: "/mnt2", fileSystem: "ext3",
          options: ["rw", "errors=continue"]),
        .init(
          root: "/", mountPoint: "/groups of\tours\\", fileSystem: "cgroup2", options: ["rw"]),
        .init(root: "/", mountPoint: "/none", fileSystem: "cgroup", options: ["rw", "memory"]),
        .init(root: "/", mountPoint: "/bad\\9x\\77", fileSystem: "tmpfs", options: []),
      ])
  }

  @Test func parsesMemberships() {
    let text = """
      12:cpu,cpuacct:/a:b
      4:memory:/desk
      1:name=systemd:/
      0::/unified path
      x:y
      3:z:w
      """
    let memberships = GroupMemberships(parsing: Array(text.utf8))
    #expect(memberships.entries.map(\.path) == ["/a:b", "/desk", "/", "/unified path"])
    #expect(memberships.entries[0].controllers == ["cpu", "cpuacct"])
    #expect(memberships.legacyMemoryPath == "/desk")
    #expect(memberships.unifiedPath == "/unified path")
    #expect(GroupMemberships(parsing: []).unifiedPath == nil)
  }

  @Test func parsesStalls() throws {
    let two = try #require(StallReading(parsing: Array(KernelTexts.stalls[0].utf8)))
    #expect(two.some == 123_456)
    #expect(two.total(all: true) == 99)
    let one = try #require(StallReading(parsing: Array(KernelTexts.stalls[1].utf8)))
    #expect(one.some == .max)
    #expect(one.full == nil)
    for text in ["", "some", "some avg10=0.00", "some total=x", "full total=1", "some total=-1"] {
      #expect(StallReading(parsing: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func parsesEvents() throws {
    let before = try #require(GroupEvents(parsing: Array(KernelTexts.events[1].utf8)))
    var after = before
    #expect(after.change(since: before) == nil)
    after.high += 1
    #expect(after.change(since: before) == .slowed)
    after.max += 1
    #expect(after.change(since: before) == .atLimit)
    after.killed += 1
    #expect(after.change(since: before) == .killed)
    #expect(before.change(since: after) == nil)
    #expect(GroupEvents(parsing: Array("low 1\nother 2\n".utf8)) == nil)
  }

  @Test(arguments: zip(KernelTexts.limits, [nil, 67_108_864, nil, nil, nil, nil, 0] as [Int?]))
  func parsesLimits(text: String, bytes: Int?) {
    #expect(MemoryLimit.bytes(parsing: Array(text.utf8)) == bytes)
  }

  @Test func parsesStatistics() {
    let numbers = KeyedNumbers(parsing: Array("a 1\nb: 2 kB\nc 3 MB\nd\ne x\na 9\n".utf8))
    #expect(numbers["a"] == 1)
    #expect(numbers["b"] == 2048)
    #expect(["c", "d", "e", "b:"].allSatisfy { numbers[$0] == nil })
  }

  @Test func parsesMachineMemory() throws {
    let new = try #require(MachineMemory(parsing: Array(KernelTexts.machines[0].utf8)))
    #expect(new.total == 24_683_520 * 1024)
    #expect(new.available == 23_819_264 * 1024)
    let old = try #require(MachineMemory(parsing: Array(KernelTexts.machines[1].utf8)))
    #expect(old.available == 300 * 1024)
    #expect(MachineMemory(parsing: Array("MemTotal: 0 kB\n".utf8)) == nil)
    #expect(MachineMemory(parsing: Array("MemTotal: 5 kB\n".utf8)) == nil)
    let odd = MachineMemory(parsing: Array("MemTotal: 5 kB\nMemAvailable: 9 kB\n".utf8))
    #expect(odd?.used == 0)
  }

  @Test func parsesProcessPages() {
    let pages = ProcessPages(parsing: Array(KernelTexts.processes[0].utf8))
    #expect(pages?.resident == 438)
    #expect(ProcessPages(parsing: Array("1 2".utf8)) == nil)
    #expect(ProcessPages(parsing: Array("1 x 3".utf8)) == nil)
  }
}
