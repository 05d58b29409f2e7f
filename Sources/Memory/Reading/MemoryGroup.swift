/// The group of processes whose memory the kernel counts together with ours.
package struct MemoryGroup: Sendable, Hashable {
  /// Which of the kernel's two interfaces the group has.
  package enum Version: Sendable, Hashable {
    /// Version 1: a hierarchy for memory alone.
    case legacy
    /// Version 2: one hierarchy for all.
    case unified
  }

  /// Which interface it has.
  package let version: Version

  /// Its folder.
  package let directory: String

  /// The folder of the process itself: the same, or one below it in which nobody counts memory.
  package let home: String

  /// Where the hierarchy is mounted: the folder, or one above it.
  package let mountPoint: String

  package init(version: Version, directory: String, home: String? = nil, mountPoint: String) {
    self.version = version
    self.directory = directory
    self.home = home ?? directory
    self.mountPoint = mountPoint
  }

  /// The group's folder and all above it up to the mount point, from the inside to the outside.
  ///
  /// Each of them may have a limit, and the smallest holds.
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

  /// The path of a file in the group's folder.
  package func path(_ file: String) -> String { "\(directory)/\(file)" }
}
