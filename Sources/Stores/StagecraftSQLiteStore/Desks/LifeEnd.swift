#if SQLite
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The end of another desk's life pipe that was opened here.
///
/// It is ready when that desk ends.
final class LifeEnd: Sendable {
  let desk: String
  let descriptor: Int32

  init(_ desk: String, _ descriptor: Int32) {
    self.desk = desk
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
#endif
