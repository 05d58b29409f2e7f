internal import CStageFloor

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// What the service manager wants to have watched, opened.
struct ServiceManagerEndpoint {
  /// How it tells.
  enum Kind: Equatable {
    /// A file of the kernel's, which has an event and is never empty.
    case kernelFile
    /// A FIFO into which somebody writes.
    ///
    /// Unless it is ours to read only, a writing end is open here, so that it does not hang up
    /// whenever the last writer leaves.
    case fifo(hasWriter: Bool)
    /// A device from which something can be read.
    case device
    /// A local socket on which something arrives.
    case socket
  }

  let path: String
  let kind: Kind
  let file: FileDescriptor

  /// What comes back because it was written to a FIFO that we read ourselves.
  let echo: [UInt8]

  /// Opens what is at `path`, and writes `bytes` to it.
  static func open(
    _ path: String, write bytes: [UInt8]
  ) throws(PressureSourceError) -> ServiceManagerEndpoint {
    do {
      return try openAny(path, bytes)
    } catch let error as PressureSourceError {
      throw error
    } catch {
      throw PressureSourceError("what the service manager named is of no use: \(error)")
    }
  }

  private static func openAny(
    _ path: String, _ bytes: [UInt8]
  ) throws -> ServiceManagerEndpoint {
    switch stage_kind_at(path) {
    case STAGE_FILE_MISSING: throw SystemError.last("to find \(path)")
    case STAGE_FILE_REGULAR: return try openKernelFile(path, bytes)
    case STAGE_FILE_FIFO: return try openFIFO(path, bytes)
    case STAGE_FILE_DEVICE:
      let file = try open(
        path, bytes.isEmpty ? .read : .readWrite, STAGE_FILE_DEVICE, write: bytes)
      return ServiceManagerEndpoint(path: path, kind: .device, file: file, echo: [])
    case STAGE_FILE_SOCKET: return try connect(path, bytes)
    default: throw PressureSourceError("\(path) is nothing that can be watched")
    }
  }

  private static func openKernelFile(
    _ path: String, _ bytes: [UInt8]
  ) throws -> ServiceManagerEndpoint {
    let file = try open(path, bytes.isEmpty ? .read : .readWrite, STAGE_FILE_REGULAR, write: [])
    guard file.isKernelFile else {
      file.close()
      throw PressureSourceError("\(path) is a file, but none of the kernel's")
    }
    try write(bytes, to: file, path)
    return ServiceManagerEndpoint(path: path, kind: .kernelFile, file: file, echo: [])
  }

  private static func openFIFO(_ path: String, _ bytes: [UInt8]) throws -> ServiceManagerEndpoint {
    do {
      let file = try open(path, .readWrite, STAGE_FILE_FIFO, write: bytes)
      return ServiceManagerEndpoint(
        path: path, kind: .fifo(hasWriter: true), file: file, echo: bytes)
    } catch let error as SystemError where error.isRefusal && bytes.isEmpty {
      let file = try open(path, .read, STAGE_FILE_FIFO, write: [])
      return ServiceManagerEndpoint(
        path: path, kind: .fifo(hasWriter: false), file: file, echo: [])
    }
  }

  private static func connect(_ path: String, _ bytes: [UInt8]) throws -> ServiceManagerEndpoint {
    let number = stage_connect_local(path)
    guard number >= 0 else { throw SystemError.last("to connect with \(path)") }
    let file = FileDescriptor(number: number)
    let sent = bytes.isEmpty ? 0 : stage_send(number, bytes, UInt(bytes.count))
    guard sent == bytes.count else {
      let error = sent < 0 ? SystemError.last("to write to \(path)") : SystemError(EIO, "to write")
      file.close()
      throw error
    }
    return ServiceManagerEndpoint(path: path, kind: .socket, file: file, echo: [])
  }

  /// Opens a file that is still of the kind that it was.
  private static func open(
    _ path: String, _ mode: FileDescriptor.Mode, _ kind: stage_file_kind, write bytes: [UInt8]
  ) throws -> FileDescriptor {
    let file = try FileDescriptor.open(path, mode)
    guard stage_kind_of(file.number) == kind else {
      file.close()
      throw PressureSourceError("\(path) was replaced while it was opened")
    }
    try write(bytes, to: file, path)
    return file
  }

  private static func write(_ bytes: [UInt8], to file: FileDescriptor, _ path: String) throws {
    guard !bytes.isEmpty else { return }
    do {
      try file.write(bytes, to: path)
    } catch {
      file.close()
      throw error
    }
  }

  /// What to wait for.
  var events: Int16 {
    Int16(truncatingIfNeeded: kind == .kernelFile ? Int(POLLPRI) : Int(POLLIN))
  }

  /// What reading gave.
  enum Reading: Equatable {
    /// Somebody had written something.
    case something
    /// Nothing, or only what was written here.
    case nothing
    /// Whoever wrote is gone; perhaps after having written something.
    case end(afterSomething: Bool)
  }

  /// Reads what there is, and forgets it; not for a kernel's file.
  ///
  /// A writer who never stops is read from again in the next round.
  ///
  /// - Parameter echo: what is expected to come back; what has come back is taken off.
  /// - Returns: what that was.
  func discard(_ echo: inout [UInt8]) -> Reading {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isSomething = false
    for _ in 0..<16 {
      let count = read(file.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else { return .end(afterSomething: isSomething) }
      let own = zip(buffer[..<count], echo).prefix { $0 == $1 }.count
      // What comes back comes first, or not at all.
      echo = own == count ? Array(echo.dropFirst(own)) : []
      if own < count { isSomething = true }
      if count < buffer.count { break }
    }
    return isSomething ? .something : .nothing
  }
}
