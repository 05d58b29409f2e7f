/// Which groups a process belongs to, as `/proc/self/cgroup` tells it.
package struct GroupMemberships: Sendable, Hashable {
  /// One hierarchy of groups, and the process's place in it.
  package struct Entry: Sendable, Hashable {
    /// The hierarchy's number; 0 is the unified one, of version 2.
    package var hierarchy: Int
    /// What it controls: empty for the unified one; "name=systemd" for one that only has a name.
    package var controllers: [String]
    /// The group's path, from the hierarchy's root, or from that of the process's namespace.
    package var path: String
  }

  /// The memberships, in the file's order.
  package var entries: [Entry]

  /// Reads the text; lines that are not as they should be are left out.
  ///
  /// `4:memory,hugetlb:/library/desk`; everything after the second colon is the path.
  package init(parsing text: [UInt8]) {
    entries = TextReading.lines(of: text).compactMap { line in
      guard
        let (number, rest) = TextReading.cut(line, at: ":"),
        let hierarchy = TextReading.number(number),
        let (controllers, path) = TextReading.cut(rest, at: ":"),
        path.first == UInt8(ascii: "/")
      else { return nil }
      return Entry(
        hierarchy: hierarchy,
        controllers: controllers.split(separator: UInt8(ascii: ",")).map(TextReading.string),
        path: TextReading.string(path))
    }
  }

  /// The path in the version 1 hierarchy that controls memory; nil: there is none.
  package var legacyMemoryPath: String? {
    entries.first { $0.controllers.contains("memory") }?.path
  }

  /// The path in the unified hierarchy; nil: there is none.
  package var unifiedPath: String? {
    entries.first { $0.hierarchy == 0 && $0.controllers.isEmpty }?.path
  }
}
