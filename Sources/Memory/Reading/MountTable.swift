/// Where file systems are mounted, as `/proc/self/mountinfo` tells it.
package struct MountTable: Sendable, Hashable {
  /// One mount.
  package struct Entry: Sendable, Hashable {
    /// Which folder of the file system is seen at the mount point.
    package var root: String
    /// Where it is seen.
    package var mountPoint: String
    /// The file system's type: "cgroup", "cgroup2".
    package var fileSystem: String
    /// The options of the file system as a whole: for cgroup version 1, its controllers.
    package var options: [String]
  }

  /// The mounts, in the file's order: of two at the same point, the later one covers the earlier.
  package var entries: [Entry]

  /// Reads the text; lines that are not as they should be are left out.
  ///
  /// `36 35 98:0 /root /point rw,noatime shared:1 master:2 - ext3 /dev/root rw,errors=continue`:
  /// between the sixth field and the dash there are as many optional fields as the kernel likes.
  package init(parsing text: [UInt8]) {
    entries = TextReading.lines(of: text).compactMap(Self.entry)
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> Entry? {
    let fields = TextReading.fields(of: line)
    guard
      fields.count >= 9,
      let dash = fields[6...].firstIndex(where: { TextReading.is($0, "-") }),
      dash + 1 < fields.count
    else { return nil }
    let root = unescaped(fields[3])
    let mountPoint = unescaped(fields[4])
    guard root.hasPrefix("/"), mountPoint.hasPrefix("/") else { return nil }
    // The source, between the type and the options, is empty for some; the options are last.
    let options = dash + 2 < fields.count ? fields[fields.count - 1] : []
    return Entry(
      root: root, mountPoint: mountPoint,
      fileSystem: TextReading.string(fields[dash + 1]),
      options: options.split(separator: UInt8(ascii: ",")).map(TextReading.string))
  }

  /// The kernel writes spaces, tabs, line ends and backslashes as `\040`, in octal.
  static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), let value = octal(digits) else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func octal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 3 else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "7") else { return nil }
      value = value * 8 + Int(digit - UInt8(ascii: "0"))
    }
    return UInt8(exactly: value)
  }
}
