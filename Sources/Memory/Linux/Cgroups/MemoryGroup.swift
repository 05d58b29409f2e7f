/// The control group (cgroup) to which the kernel accounts this process's memory.
package struct MemoryGroup: Sendable, Hashable {
  package enum Version: Sendable, Hashable {
    /// Version 1: a separate hierarchy for memory.
    case legacy
    /// Version 2: one unified hierarchy.
    case unified
  }

  package let version: Version

  package let directory: String

  /// The folder of the process's own cgroup: the same, or a descendant without memory accounting.
  package let home: String

  package let mountPoint: String

  package init(version: Version, directory: String, home: String? = nil, mountPoint: String) {
    self.version = version
    self.directory = directory
    self.home = home ?? directory
    self.mountPoint = mountPoint
  }

  /// The folder and its ancestors, innermost first: the smallest of their limits applies.
  package var chain: [String] {
    var folders = [directory]
    var folder = directory
    while folder.utf8.count > mountPoint.utf8.count, folder.hasPrefix(mountPoint),
      let slash = folder.lastIndex(of: "/")
    {
      folder = String(folder[..<slash])
      if folder.utf8.count >= mountPoint.utf8.count { folders.append(folder) }
    }
    return folders
  }

  package func path(_ file: String) -> String { "\(directory)/\(file)" }
}
