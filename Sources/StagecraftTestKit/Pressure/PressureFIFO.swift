public import StagecraftMemory
internal import StageFloor

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A pipe with a name that stands for the service manager's `MEMORY_PRESSURE_WATCH`.
///
/// It needs no rights and no service manager: what reads it cannot tell it from the real one.
///
/// ```swift
/// let pipe = try PressureFIFO()
/// let surroundings = PressureSurroundings(environment: pipe.environment)
/// pipe.signal()  // memory is short, says the service manager
/// ```
///
/// A child process is handed the same ``environment``. The pipe and its folder are removed when it
/// ends or is dropped. It is safe from any thread.
public final class PressureFIFO: Sendable {
  /// Where the pipe is.
  public let path: String

  /// The variables for a child process, or for the surroundings of a source.
  public let environment: [String: String]

  private let folder: String
  private let lock: LockWord
  nonisolated(unsafe) private var descriptor: Int32  // guard: `lock`; negative: ended

  /// A pipe in a folder of its own, in the folder for temporary files.
  ///
  /// - Parameter write: what a reader is told to write into the pipe before it waits, in
  ///   `MEMORY_PRESSURE_WRITE`; nil: nothing, and there is no such variable. Who obeys finds its own
  ///   bytes in the pipe, and takes them for a signal.
  /// - Throws: why there is no such pipe.
  public init(write: String? = nil) throws(PressureSourceError) {
    folder = try Self.makeFolder()
    path = folder + "/pressure"
    var environment = ["MEMORY_PRESSURE_WATCH": path]
    if let write { environment["MEMORY_PRESSURE_WRITE"] = Base64Text(write.utf8).description }
    self.environment = environment
    descriptor = -1
    lock = LockWord()
    // From here on, `deinit` removes what there is.
    guard mkfifo(path, 0o600) == 0 else { throw Self.error("no pipe at \(path)", errno) }
    // Open for reading too: so it neither waits for a reader nor is ended by one that goes.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error("the pipe at \(path) is shut", errno) }
  }

  deinit {
    end()
    lock.deallocate()
  }

  /// Says that memory is short.
  ///
  /// It never waits. What is said before anybody reads is found by the first who does; when nobody
  /// has read for thousands of signals, and after the end, it says nothing.
  public func signal() {
    lock.withLock {
      guard descriptor >= 0 else { return }
      var byte = UInt8(ascii: "!")
      // Full: who reads next finds enough to read.
      _ = write(descriptor, &byte, 1)
    }
  }

  /// Closes the pipe and removes it with its folder.
  ///
  /// Who reads it sees that it was hung up. To end it again changes nothing.
  public func end() {
    let old = lock.withLock {
      defer { descriptor = -1 }
      return descriptor
    }
    if old >= 0 { close(old) }
    unlink(path)
    rmdir(folder)
  }

  private static func makeFolder() throws(PressureSourceError) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let pattern = (parent.isEmpty ? "/tmp" : parent) + "/stagecraft-XXXXXX"
    var bytes = Array(pattern.utf8CString)
    let isMade = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    guard isMade else { throw error("no folder \(pattern)", errno) }
    return String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func error(_ what: String, _ number: Int32) -> PressureSourceError {
    PressureSourceError("\(what): \(String(cString: strerror(number)))")
  }
}
