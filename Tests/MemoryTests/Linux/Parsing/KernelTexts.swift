import StagecraftMemory
import Testing

/// A machine's or container's description of its mounts and groups, and the group that it yields.
struct GroupSetting: Sendable, CustomTestStringConvertible {
  var name: String
  var mounts: String
  var memberships: String
  /// The existing files.
  var files: Set<String>
  var version: MemoryGroup.Version?
  var directory = ""
  var home: String?
  var mountPoint = ""

  var testDescription: String { name }
}

extension GroupSetting {
  static let all: [GroupSetting] = [
    GroupSetting(
      name: "a desktop with version 2",
      mounts: """
        23 28 0:22 / /sys rw,nosuid,nodev,noexec,relatime shared:7 - sysfs sysfs rw
        28 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw,errors=remount-ro
        35 23 0:30 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 \
        rw,nsdelegate,memory_recursiveprot
        """,
      memberships: "0::/user.slice/user-1000.slice/user@1000.service/app.slice/library.service\n",
      files: [
        "/sys/fs/cgroup/memory.stat",
        "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/library.service"
          + "/memory.stat",
      ],
      version: .unified,
      directory:
        "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/library.service",
      mountPoint: "/sys/fs/cgroup"),
    GroupSetting(
      name: "a version 2 group without memory accounting",
      mounts: "35 23 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n",
      memberships: "0::/user.slice/session.scope/desk\n",
      files: [
        "/sys/fs/cgroup/user.slice/memory.stat", "/sys/fs/cgroup/user.slice/session.scope/desk/x",
      ],
      version: .unified, directory: "/sys/fs/cgroup/user.slice",
      home: "/sys/fs/cgroup/user.slice/session.scope/desk", mountPoint: "/sys/fs/cgroup"),
    GroupSetting(
      name: "a container with version 2 and a namespace of its own",
      mounts: """
        1205 1200 0:103 / / rw,relatime master:412 - overlay overlay rw,lowerdir=/a:/b,upperdir=/c
        1209 1205 0:106 / /sys ro,nosuid,nodev,noexec,relatime - sysfs sysfs ro
        1210 1209 0:30 / /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw,nsdelegate
        """,
      memberships: "0::/\n", files: ["/sys/fs/cgroup/memory.stat"],
      version: .unified, directory: "/sys/fs/cgroup", mountPoint: "/sys/fs/cgroup"),
    GroupSetting(
      name: "a container with version 2 in the machine's namespace",
      mounts: """
        1210 1209 0:30 /system.slice/container-4f.scope /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw
        """,
      memberships: "0::/system.slice/container-4f.scope/worker\n",
      files: ["/sys/fs/cgroup/memory.stat", "/sys/fs/cgroup/worker/memory.stat"],
      version: .unified, directory: "/sys/fs/cgroup/worker", mountPoint: "/sys/fs/cgroup"),
    GroupSetting(
      name: "a container with version 1",
      mounts: """
        694 690 0:60 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime - tmpfs tmpfs rw,mode=755
        695 694 0:28 /docker/0a1b /sys/fs/cgroup/systemd ro,relatime master:11 - cgroup cgroup rw,xattr,name=systemd
        701 694 0:35 /docker/0a1b /sys/fs/cgroup/memory ro,nosuid,relatime master:19 - cgroup cgroup rw,memory
        702 694 0:36 /docker/0a1b /sys/fs/cgroup/cpu,cpuacct ro,relatime master:20 - cgroup cgroup rw,cpu,cpuacct
        """,
      memberships: """
        12:cpu,cpuacct:/docker/0a1b
        9:memory:/docker/0a1b
        1:name=systemd:/docker/0a1b
        0::/system.slice/containerd.service
        """,
      files: ["/sys/fs/cgroup/memory/memory.usage_in_bytes"],
      version: .legacy, directory: "/sys/fs/cgroup/memory", mountPoint: "/sys/fs/cgroup/memory"),
    GroupSetting(
      name: "a pod with version 1 and a path from outside",
      mounts: """
        2101 2100 0:35 /kubepods/burstable/pod77/4f /sys/fs/cgroup/memory ro master:19 - cgroup cgroup rw,memory
        """,
      memberships: "6:memory,hugetlb:/kubepods.slice/other\n5:pids:/kubepods.slice/other\n",
      files: ["/sys/fs/cgroup/memory/memory.usage_in_bytes"],
      version: .legacy, directory: "/sys/fs/cgroup/memory", mountPoint: "/sys/fs/cgroup/memory"),
    GroupSetting(
      name: "a pod with version 2",
      mounts: "3302 3300 0:30 / /sys/fs/cgroup ro,nosuid,relatime - cgroup2 cgroup rw,seclabel\n",
      memberships: "0::/kubepods.slice/kubepods-burstable.slice/cri-4f.scope\n",
      files: ["/sys/fs/cgroup/memory.stat"],
      version: .unified, directory: "/sys/fs/cgroup", mountPoint: "/sys/fs/cgroup"),
    GroupSetting(
      name: "both versions, memory in the first",
      mounts: """
        30 25 0:26 / /sys/fs/cgroup ro,nosuid,nodev,noexec shared:9 - tmpfs tmpfs ro,mode=755
        31 30 0:27 / /sys/fs/cgroup/unified rw,nosuid,relatime shared:10 - cgroup2 cgroup2 rw
        40 30 0:36 / /sys/fs/cgroup/memory rw,nosuid,relatime shared:19 - cgroup cgroup rw,memory
        """,
      memberships: """
        8:memory:/user.slice/user-1000.slice/session-2.scope
        1:name=systemd:/user.slice/user-1000.slice/session-2.scope
        0::/user.slice/user-1000.slice/session-2.scope
        """,
      files: [
        "/sys/fs/cgroup/unified/user.slice/user-1000.slice/session-2.scope",
        "/sys/fs/cgroup/memory/user.slice/user-1000.slice/session-2.scope/memory.usage_in_bytes",
      ],
      version: .legacy,
      directory: "/sys/fs/cgroup/memory/user.slice/user-1000.slice/session-2.scope",
      mountPoint: "/sys/fs/cgroup/memory"),
    GroupSetting(
      name: "both versions, memory in neither",
      mounts: """
        31 30 0:27 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
        32 30 0:28 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd
        """,
      memberships: "1:name=systemd:/\n0::/desk\n",
      files: ["/sys/fs/cgroup/unified/desk/cgroup.procs"], version: nil),
    GroupSetting(
      name: "a small virtual machine",
      mounts: """
        31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
        35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
        40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
        """,
      memberships: "9:name=systemd:/\n4:memory:/process_api/e2da\n1:cpu:/\n0::/\n",
      files: [
        "/sys/fs/cgroup/memory/process_api/e2da/memory.usage_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
      ],
      version: .legacy, directory: "/sys/fs/cgroup/memory/process_api/e2da",
      mountPoint: "/sys/fs/cgroup/memory"),
    GroupSetting(
      name: "a system container with version 2",
      mounts: """
        512 500 0:30 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime - cgroup2 none rw
        520 501 0:51 /proc/meminfo /proc/meminfo rw,nosuid,nodev,relatime - fuse.lxcfs lxcfs rw,user_id=0
        """,
      memberships: "0::/init.scope\n", files: ["/sys/fs/cgroup/init.scope/memory.stat"],
      version: .unified, directory: "/sys/fs/cgroup/init.scope", mountPoint: "/sys/fs/cgroup"),
    GroupSetting(
      name: "a system container with version 1",
      mounts: """
        610 600 0:35 /lxc/desk /sys/fs/cgroup/memory rw,nosuid,relatime - cgroup cgroup rw,memory,clone_children
        """,
      memberships: "10:memory:/lxc/desk/system.slice\n",
      files: ["/sys/fs/cgroup/memory/system.slice/memory.usage_in_bytes"],
      version: .legacy, directory: "/sys/fs/cgroup/memory/system.slice",
      mountPoint: "/sys/fs/cgroup/memory"),
    GroupSetting(
      name: "Linux inside another system",
      mounts: """
        88 85 0:44 / /mnt/c rw,noatime - 9p drvfs rw,dirsync,aname=drvfs;path=C:\\134;uid=1000
        93 89 0:49 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw,nsdelegate
        98 89 0:54 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
        """,
      memberships: "5:memory:/\n0::/\n", files: ["/sys/fs/cgroup/memory/memory.usage_in_bytes"],
      version: .legacy, directory: "/sys/fs/cgroup/memory", mountPoint: "/sys/fs/cgroup/memory"),
    GroupSetting(
      name: "a group outside of the namespace",
      mounts: "35 23 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
      memberships: "0::/../desk\n",
      files: ["/sys/fs/cgroup/memory.stat", "/sys/fs/cgroup/../desk/memory.stat"],
      version: .unified, directory: "/sys/fs/cgroup", mountPoint: "/sys/fs/cgroup"),
    GroupSetting(
      name: "a mount from outside of the namespace",
      mounts: "35 23 0:30 /.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
      memberships: "0::/\n", files: ["/sys/fs/cgroup/memory.stat"],
      version: .unified, directory: "/sys/fs/cgroup", mountPoint: "/sys/fs/cgroup"),
    GroupSetting(
      name: "a mount point with a space",
      mounts: "35 23 0:30 / /mnt/our\\040groups rw shared:1 master:2 - cgroup2 cgroup2 rw\n",
      memberships: "0::/desk\n", files: ["/mnt/our groups/desk/memory.stat"],
      version: .unified, directory: "/mnt/our groups/desk", mountPoint: "/mnt/our groups"),
    GroupSetting(
      name: "no groups", mounts: "28 1 259:2 / / rw - ext4 /dev/vda rw\n", memberships: "",
      files: [], version: nil),
  ]
}

/// The kernel's small texts, from several of its versions.
enum KernelTexts {
  static let stalls = [
    "some avg10=0.12 avg60=0.03 avg300=100.00 total=123456\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=99\n",
    "some avg10=1.50 avg60=0.00 avg300=0.00 total=18446744073709551615\n",
  ]
  static let events = [
    "low 0\nhigh 12\nmax 3\noom 1\noom_kill 1\n",
    "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0\nsock_throttled 0\n",
  ]
  static let limits = [
    "max\n", "67108864\n", "9223372036854771712\n", "9223372036854710272\n",
    "18446744073709551615\n", "9223372036854775807\n", "0\n",
  ]
  static let statistics = [
    "anon 4096\nfile 8192\ninactive_file 4096\nactive_file 4096\nworkingset_refault_anon 0\n",
    "cache 9621504\nrss 8400896\ninactive_file 4096\nhierarchical_memory_limit 67108864\ntotal_inactive_file 8192\n",
  ]
  static let machines = [
    "MemTotal:       24683520 kB\nMemFree:        22581248 kB\nMemAvailable:   23819264 kB\nBuffers: 1 kB\nHugePages_Total:       0\n",
    "MemTotal:  1000 kB\nMemFree:  100 kB\nBuffers:  50 kB\nCached:  150 kB\nSwapTotal:  0 kB\n",
  ]
  static let processes = ["765 438 410 5 0 123 0\n"]

  static let all: [String] =
    stalls + events + limits + statistics + machines + processes
    + GroupSetting.all.flatMap { [$0.mounts, $0.memberships] }
}
