internal import StageFloor

/// The guard of a resource on this machine, for several processes: a small file beside the
/// resource.
///
/// The file holds the largest fence that was accepted, in decimal digits. A process locks it, reads
/// it, records its own fence durably, writes, and unlocks it. If a process dies, the system unlocks
/// the file.
///
/// ```swift
/// let gate = FileFenceGate("/var/lib/plotter/fence")
/// try gate.write(with: lease.fence) { try plot(drawing) }
/// ```
///
/// Both calls block the thread while another process writes. The file must be on a disk of this
/// machine: on a network file system the lock may not exclude others.
public struct FileFenceGate: Sendable {
  /// The path of the file.
  public let path: String

  /// Creates a gate, whose file is created by its first use.
  ///
  /// - Parameter path: The path of a file that nothing else uses.
  public init(_ path: String) { self.path = path }

  /// The largest fence that was accepted, or `nil` if there was none.
  ///
  /// - Throws: ``FileFenceGateError`` if the file cannot be read.
  public var highest: Fence? {
    get throws {
      try withFile { file in try read(file) }
    }
  }

  /// Accepts a fence, unless a larger one was accepted before.
  ///
  /// - Parameter fence: The fence of a write.
  /// - Returns: Whether it was accepted.
  /// - Throws: ``FileFenceGateError`` if the file cannot be read or written.
  public func accept(_ fence: Fence) throws -> Bool {
    try withFile { file in try accept(fence, file) == nil }
  }

  /// Writes, unless a larger fence was accepted before.
  ///
  /// While `body` runs, no process accepts another fence.
  ///
  /// - Parameters:
  ///   - fence: The fence of the write.
  ///   - body: The write. It must not use the gate.
  /// - Returns: The value that `body` returns.
  /// - Throws: ``StaleFence``, ``FileFenceGateError``, or the error that `body` throws.
  public func write<Result>(with fence: Fence, _ body: () throws -> Result) throws -> Result {
    try withFile { file in
      if let highest = try accept(fence, file) { throw StaleFence(fence: fence, highest: highest) }
      return try body()
    }
  }

  private func withFile<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure("opened") }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      if errno != EINTR { throw failure("locked") }
    }
    return try body(file)
  }

  /// Records a fence unless a larger one is recorded, and returns that one.
  private func accept(_ fence: Fence, _ file: Int32) throws -> Fence? {
    guard fence.number >= 0 else {
      throw FileFenceGateError("The fence \(fence) is negative; no pool has granted it.")
    }
    let highest = try read(file)
    if let highest, highest >= fence { return highest == fence ? nil : highest }
    // All records have the same length, in one sector: a crash leaves the former or the new one.
    let digits = String(fence.number)
    let padding = String(repeating: "0", count: max(0, 19 - digits.count))
    let record = Array("\(padding)\(digits)\n".utf8)
    let written = record.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    guard written == record.count, fsync(file) == 0 else { throw failure("written") }
    return nil
  }

  private func read(_ file: Int32) throws -> Fence? {
    var record = [UInt8](repeating: 0, count: 64)
    let length = record.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard length >= 0 else { throw failure("read") }
    if length == 0 { return nil }
    let text = String(decoding: record.prefix(length), as: UTF8.self)
    guard text.hasSuffix("\n"), let number = Int64(text.dropLast()), number >= 0 else {
      throw FileFenceGateError(
        "The file \(path) does not hold a fence; nothing is written until it is removed or mended.")
    }
    return Fence(number)
  }

  private func failure(_ verb: String) -> FileFenceGateError {
    let reason = String(cString: strerror(errno))
    return FileFenceGateError("The file \(path) could not be \(verb): \(reason).")
  }
}

/// The reason that a gate's file could not be used.
public struct FileFenceGateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
