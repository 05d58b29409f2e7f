#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation

#if canImport(Glibc)
let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
let streamSocket = SOCK_STREAM
#endif

/// A listening TCP socket of the loopback, on a free port.
struct LoopbackListener: Sendable {
  let descriptor: Int32
  let port: Int

  init() throws {
    let descriptor = socket(AF_INET, streamSocket, 0)
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw LoopbackListener.failure() }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var length = size
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isBound else {
      let failure = LoopbackListener.failure()
      Foundation.close(descriptor)
      throw failure
    }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  func close() { _ = Foundation.close(descriptor) }

  private static func failure() -> PostgresProgramFailure {
    PostgresProgramFailure(
      program: "socket", status: errno, output: String(cString: strerror(errno)))
  }
}
#endif
