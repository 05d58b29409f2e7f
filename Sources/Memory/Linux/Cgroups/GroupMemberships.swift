package struct GroupMemberships: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    /// The number of the hierarchy; 0 is the unified one, of version 2.
    package var hierarchy: Int
    /// The controllers: empty for the unified hierarchy; "name=systemd" for one that only has a
    /// name.
    package var controllers: [String]
    package var path: String
  }

  package var entries: [Entry]

  /// Ignores malformed lines; in `4:memory,hugetlb:/library/desk`, the path may contain colons.
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

  package var legacyMemoryPath: String? {
    entries.first { $0.controllers.contains("memory") }?.path
  }

  package var unifiedPath: String? {
    entries.first { $0.hierarchy == 0 && $0.controllers.isEmpty }?.path
  }
}
