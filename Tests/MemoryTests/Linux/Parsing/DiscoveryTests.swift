import Testing

@testable import StagecraftMemory

@Suite struct DiscoveryTests {
  @Test(arguments: GroupSetting.all)
  func ownGroupIsFound(setting: GroupSetting) {
    let group = MemoryGroup.own(
      mounts: MountTable(parsing: Array(setting.mounts.utf8)),
      memberships: GroupMemberships(parsing: Array(setting.memberships.utf8)), root: "/root",
      exists: { path in
        setting.files.contains { file in
          "/root\(file)" == path || "/root\(file)".hasPrefix("\(path)/")
        }
      })
    let expected = setting.version.map { version in
      MemoryGroup(
        version: version, directory: "/root" + setting.directory,
        home: setting.home.map { "/root" + $0 }, mountPoint: "/root" + setting.mountPoint)
    }
    #expect(group == expected)
  }

  @Test func laterMountCoversEarlierOne() {
    let mounts = "1 0 0:1 / /old rw - cgroup2 a rw\n2 0 0:1 / /new rw - cgroup2 a rw\n"
    let group = MemoryGroup.own(
      mounts: MountTable(parsing: Array(mounts.utf8)),
      memberships: GroupMemberships(parsing: Array("0::/desk\n".utf8)), exists: { _ in true })
    #expect(group?.directory == "/new/desk")
  }

  @Test func chainEndsAtTheMountPoint() {
    let group = MemoryGroup(version: .unified, directory: "/m/a/b", mountPoint: "/m")
    #expect(group.chain == ["/m/a/b", "/m/a", "/m"])
    let top = MemoryGroup(version: .unified, directory: "/m", mountPoint: "/m")
    #expect(top.chain == ["/m"])
    let root = MemoryGroup(version: .unified, directory: "/a", mountPoint: "")
    #expect(root.chain == ["/a", ""])
  }

  @Test(arguments: [
    ("/a/b", "/", "/a/b" as String?), ("/a/b", "/a", "/b"), ("/a/b", "/a/b", ""), ("/", "/", ""),
    ("/ab", "/a", nil), ("/", "/a", nil), ("/..", "/", nil), ("/../a", "/..", "/a"),
    ("/a/", "/a", ""),
  ])
  func pathsAreRelativeToTheMount(path: String, root: String, rest: String?) {
    #expect(MemoryGroup.path(path, below: root) == rest)
  }

  @Test func missingFilesAreRefused() throws {
    let root = try TemporaryRoot()
    #expect(throws: PressureSourceError.self) { try MemoryGroup.own(in: root.surroundings) }
    try root.write("/proc/self/mountinfo", "")
    try root.write("/proc/self/cgroup", "")
    #expect(throws: PressureSourceError.self) { try MemoryGroup.own(in: root.surroundings) }
  }
}
