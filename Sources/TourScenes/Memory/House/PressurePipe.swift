internal import Foundation
internal import Stagecraft

/// A pipe with a name in the place of the service manager's `MEMORY_PRESSURE_WATCH`.
///
/// It is removed when it is dropped.
final class PressurePipe: Sendable {
  let path: String
  private let folder: String
  private let descriptor: Int32

  /// - Throws: why there can be none here.
  init() throws {
    let pattern = FileManager.default.temporaryDirectory.path + "/stagecraft-guest-XXXXXX"
    var bytes = Array(pattern.utf8CString)
    guard mkdtemp(&bytes) != nil else { throw SystemError(errno, "to make a folder") }
    folder = String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = folder + "/pressure"
    // Open for reading too: so it neither waits for a reader nor is ended by one that goes.
    if mkfifo(path, 0o600) == 0 {
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    } else {
      descriptor = -1
    }
    guard descriptor >= 0 else {
      let error = SystemError(errno, "to make a pipe")
      unlink(path)
      rmdir(folder)
      throw error
    }
  }

  deinit {
    close(descriptor)
    remove()
  }

  /// Says that memory is short.
  func signal() {
    var byte = UInt8(ascii: "!")
    _ = write(descriptor, &byte, 1)
  }

  /// Takes it out of the file system; who has it open keeps it.
  func remove() {
    unlink(path)
    rmdir(folder)
  }
}
