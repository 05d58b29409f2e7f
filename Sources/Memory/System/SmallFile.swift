#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// Files that are read whole, as those are in which the kernel tells its figures.
package enum SmallFile {
  /// Who a file is: the same path may come to name another.
  package struct Identity: Sendable, Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// The content of a file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - limit: how many bytes are read at most; the rest is left out.
  /// - Returns: its bytes.
  /// - Throws: what the system says.
  package static func read(
    _ path: String, limit: Int = 1 << 16
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, .read)
    defer { file.close() }
    return try file.contents(of: path, limit: limit)
  }

  /// Whether there is something at this path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Who is at this path; nil: nobody.
  package static func identity(_ path: String) -> Identity? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: facts.st_dev),
      number: UInt64(truncatingIfNeeded: facts.st_ino))
  }
}
