internal import CStageFloor
internal import StageFloor

struct ServiceManagerEndpoint {
  enum Kind: Equatable {
    /// A kernel file that signals events and is always readable.
    case kernelFile
    /// Another process writes to it. If possible, a writing end is open here too, so that it does
    /// not hang up whenever the last writer closes it.
    case fifo(hasWriter: Bool)
    case device
    case socket
  }

  let path: String
  let kind: Kind
  let file: FileDescriptor

  /// The bytes that we will read back because we wrote them to a FIFO that we also read.
  let echo: [UInt8]

  static func open(
    _ path: String, write bytes: [UInt8]
  ) throws(PressureSourceError) -> ServiceManagerEndpoint {
    do {
      return try openAny(path, bytes)
    } catch let error as PressureSourceError {
      throw error
    } catch {
      throw PressureSourceError("the path named by the service manager cannot be used: \(error)")
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
    default: throw PressureSourceError("\(path) is not a file that can be watched")
    }
  }

  private static func openKernelFile(
    _ path: String, _ bytes: [UInt8]
  ) throws -> ServiceManagerEndpoint {
    let file = try open(path, bytes.isEmpty ? .read : .readWrite, STAGE_FILE_REGULAR, write: [])
    guard file.isKernelFile else {
      file.close()
      throw PressureSourceError("\(path) is not a kernel file")
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
    guard number >= 0 else { throw SystemError.last("to connect to \(path)") }
    let file = FileDescriptor(number: number)
    try requireTrustedOwner(of: file, path)
    let sent = bytes.isEmpty ? 0 : stage_send(number, bytes, UInt(bytes.count))
    guard sent == bytes.count else {
      let error = sent < 0 ? SystemError.last("to write to \(path)") : SystemError(EIO, "to write")
      file.close()
      throw error
    }
    return ServiceManagerEndpoint(path: path, kind: .socket, file: file, echo: [])
  }

  private static func open(
    _ path: String, _ mode: FileDescriptor.Mode, _ kind: stage_file_kind, write bytes: [UInt8]
  ) throws -> FileDescriptor {
    let file = try FileDescriptor.open(path, mode)
    guard stage_kind_of(file.number) == kind else {
      file.close()
      throw PressureSourceError("\(path) was replaced while it was opened")
    }
    if kind != STAGE_FILE_REGULAR { try requireTrustedOwner(of: file, path) }
    try write(bytes, to: file, path)
    return file
  }

  /// Refuses another user's FIFO, device or socket, as in a folder to which all may write: its owner
  /// could empty all caches of this process, time and again.
  private static func requireTrustedOwner(of file: FileDescriptor, _ path: String) throws {
    let owner = stage_owner_of(file.number)
    if owner == 0 || owner == Int64(geteuid()) { return }
    file.close()
    throw PressureSourceError(
      "\(path) belongs to user \(owner), and neither to root nor to the user of this process")
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

  var events: Int16 {
    Int16(truncatingIfNeeded: kind == .kernelFile ? Int(POLLPRI) : Int(POLLIN))
  }

  enum Reading: Equatable {
    case something
    /// Nothing, or only our own bytes.
    case nothing
    /// All writers have closed it, perhaps after writing something.
    case end(afterSomething: Bool)
  }

  /// Discards the available bytes, except for kernel files; `echo` is what we wrote ourselves.
  ///
  /// If a writer never stops, reading continues in the next round.
  func discard(_ echo: inout [UInt8]) -> Reading {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isSomething = false
    for _ in 0..<16 {
      let count = read(file.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else { return .end(afterSomething: isSomething) }
      let own = zip(buffer[..<count], echo).prefix { $0 == $1 }.count
      // The echo is at the beginning of the data, or there is none.
      echo = own == count ? Array(echo.dropFirst(own)) : []
      if own < count { isSomething = true }
      if count < buffer.count { break }
    }
    return isSomething ? .something : .nothing
  }
}
