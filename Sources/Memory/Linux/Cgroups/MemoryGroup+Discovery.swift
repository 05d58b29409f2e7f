extension MemoryGroup {
  package static func own(
    in surroundings: PressureSurroundings
  ) throws(PressureSourceError) -> MemoryGroup {
    let root = surroundings.root
    let mountText: [UInt8]
    let membershipText: [UInt8]
    do {
      // A machine with many containers has many mounts.
      mountText = try SmallFile.read(root + "/proc/self/mountinfo", limit: 1 << 23)
      membershipText = try SmallFile.read(root + "/proc/self/cgroup")
    } catch {
      throw PressureSourceError("the system does not report cgroups (\(error))")
    }
    let found = own(
      mounts: MountTable(parsing: mountText),
      memberships: GroupMemberships(parsing: membershipText), root: root,
      exists: SmallFile.exists)
    guard let found else {
      throw PressureSourceError("no mounted cgroup has memory accounting")
    }
    return found
  }

  package static func own(
    mounts: MountTable, memberships: GroupMemberships, root: String = "",
    exists: (String) -> Bool
  ) -> MemoryGroup? {
    // A controller is in one hierarchy only: if version 1 has the memory controller, version 2 does
    // not, though it may also be mounted for the service manager.
    if let path = memberships.legacyMemoryPath {
      return place(
        .legacy, path: path, file: "memory.usage_in_bytes", root: root,
        among: mounts.entries.filter {
          $0.fileSystem == "cgroup" && $0.options.contains("memory")
        },
        exists: exists)
    }
    guard let path = memberships.unifiedPath else { return nil }
    return place(
      .unified, path: path, file: "memory.stat", root: root,
      among: mounts.entries.filter { $0.fileSystem == "cgroup2" }, exists: exists)
  }

  /// Finds the folder of the cgroup, or of its nearest ancestor that has `file`.
  private static func place(
    _ version: Version, path: String, file: String, root: String,
    among mounts: [MountTable.Entry], exists: (String) -> Bool
  ) -> MemoryGroup? {
    // The later of two mounts covers the earlier, and the one that shows less is closer to this
    // process.
    let candidates = mounts.reversed().sorted { $0.root.utf8.count > $1.root.utf8.count }
    for mount in candidates {
      guard let inside = Self.path(path, below: mount.root) else { continue }
      let mountPoint = root + withoutEndSlash(mount.mountPoint)
      let group = MemoryGroup(
        version: version, directory: mountPoint + inside, mountPoint: mountPoint)
      // The folder of a cgroup without memory accounting has no such file; its memory is then
      // accounted to an ancestor.
      if exists(group.directory),
        let folder = group.chain.first(where: { exists("\($0)/\(file)") })
      {
        return MemoryGroup(
          version: version, directory: folder, home: group.directory, mountPoint: mountPoint)
      }
    }
    // The path is as seen from outside of the container, or leads out of the mount: what is mounted
    // here is then our own cgroup or an ancestor.
    for mount in candidates {
      let mountPoint = root + withoutEndSlash(mount.mountPoint)
      if exists("\(mountPoint)/\(file)") {
        return MemoryGroup(version: version, directory: mountPoint, mountPoint: mountPoint)
      }
    }
    return nil
  }

  /// Returns the part of a path below the root of a mount: "" for the root itself; nil if the path
  /// is not below it.
  static func path(_ path: String, below root: String) -> String? {
    let path = withoutEndSlash(path)
    let root = withoutEndSlash(root)
    if path == root { return "" }
    guard path.hasPrefix(root + "/") else { return nil }
    let rest = path.dropFirst(root.count)
    // Inside a namespace, cgroups outside of it appear as "/../desk".
    guard !rest.split(separator: "/").contains("..") else { return nil }
    return String(rest)
  }

  private static func withoutEndSlash(_ path: String) -> String {
    var path = Substring(path)
    while path.last == "/" { path.removeLast() }
    return String(path)
  }
}
