internal import StageFloor
public import StagecraftMemory

/// A named pipe that stands in for the service manager's `MEMORY_PRESSURE_WATCH`.
///
/// It requires neither privileges nor a service manager, and a reader cannot distinguish it from
/// the real one.
///
/// ```swift
/// let pipe = try PressureFIFO()
/// let pressure = PressureMonitor(sources: .automatic(environment: pipe.environment))
/// pipe.signal()  // as the service manager does when memory is short
/// ```
///
/// Pass the same ``environment`` to a child process. The pipe and its folder are removed when
/// ``end()`` is called or the object is deinitialized. It is safe to use from any thread.
public final class PressureFIFO: Sendable {
  /// The path of the pipe.
  public let path: String

  /// The environment variables for a child process, or for
  /// `PressureSources.automatic(environment:root:)`.
  public let environment: [String: String]

  private let folder: String
  /// Negative once ended.
  private let descriptor: Guarded<Int32>

  /// Creates a pipe in a new folder within the directory for temporary files.
  ///
  /// - Parameter write: The text that a reader is asked, through `MEMORY_PRESSURE_WRITE`, to write
  ///   into the pipe before it waits; with `nil`, the variable is not set. A reader that does so
  ///   finds its own bytes in the pipe and takes them for a signal.
  /// - Throws: The reason why the pipe cannot be created.
  public init(write: String? = nil) throws(PressureSourceError) {
    folder = try Self.makeFolder()
    path = folder + "/pressure"
    var environment = ["MEMORY_PRESSURE_WATCH": path]
    if let write { environment["MEMORY_PRESSURE_WRITE"] = Base64Text(write.utf8).description }
    self.environment = environment
    descriptor = Guarded(-1)
    // From here on, `deinit` removes the folder and the pipe.
    guard mkfifo(path, 0o600) == 0 else { throw Self.error("cannot create \(path)", errno) }
    // Also open for reading, so that it neither waits for a reader nor fails when a reader closes.
    let number = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw Self.error("cannot open \(path)", errno) }
    _ = descriptor.exchange(number)
  }

  deinit { end() }

  /// Signals that memory is short.
  ///
  /// This method never waits. Signals sent before there is a reader are found by the first reader.
  /// It has no effect when thousands of signals are unread, and after ``end()``.
  public func signal() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      var byte = UInt8(ascii: "!")
      // If the pipe is full, the next reader has enough to read.
      _ = write(descriptor, &byte, 1)
    }
  }

  /// Closes the pipe and removes it with its folder.
  ///
  /// Readers see a hang-up. Calling this method again has no effect.
  public func end() {
    let old = descriptor.exchange(-1)
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
    guard isMade else { throw error("cannot create a folder \(pattern)", errno) }
    return String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func error(_ what: String, _ number: Int32) -> PressureSourceError {
    PressureSourceError("\(what): \(String(cString: strerror(number)))")
  }
}
