package struct MountTable: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    /// The folder of the file system that is visible at the mount point.
    package var root: String
    package var mountPoint: String
    package var fileSystem: String
    /// The options of the file system as a whole: for cgroup v1, its controllers.
    package var options: [String]
  }

  /// The mounts, in the order of the file: a later one at the same point covers an earlier one.
  package var entries: [Entry]

  /// Ignores malformed lines; the format is `36 35 98:0 /root /point rw,noatime shared:1 master:2 -
  /// ext3 /dev/root rw,errors=continue`, with any number of optional fields before the dash.
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
    // The source, between the type and the options, may be empty; the options are last.
    let options = dash + 2 < fields.count ? fields[fields.count - 1] : []
    return Entry(
      root: root, mountPoint: mountPoint,
      fileSystem: TextReading.string(fields[dash + 1]),
      options: options.split(separator: UInt8(ascii: ",")).map(TextReading.string))
  }

  /// Decodes octal escapes such as `\040`, for spaces, tabs, newlines and backslashes.
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
