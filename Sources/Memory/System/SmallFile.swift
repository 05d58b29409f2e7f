internal import StageFloor

package enum SmallFile {
  /// Identifies a file: a path may later refer to another one.
  package struct Identity: Sendable, Hashable {
    var device: UInt64
    var number: UInt64
  }

  package static func read(
    _ path: String, limit: Int = 1 << 16
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, .read)
    defer { file.close() }
    return try file.contents(of: path, limit: limit)
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func identity(_ path: String) -> Identity? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: facts.st_dev),
      number: UInt64(truncatingIfNeeded: facts.st_ino))
  }
}
