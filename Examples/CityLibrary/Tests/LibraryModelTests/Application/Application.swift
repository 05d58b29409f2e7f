import Foundation
import Testing

/// The built application, which runs as a process in the display of this one.
///
/// The environment names the program: `CITY_LIBRARY=.build/debug/city-library`.
final class Application {
  static let program = ProcessInfo.processInfo.environment["CITY_LIBRARY"]

  /// A number from the environment.
  static func number(_ name: String, or standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  /// What it has printed, as far as it was waited for.
  private(set) var lines: [String] = []
  private let process = Process()
  private let start = ContinuousClock.now
  private var output: AsyncStream<String>.Iterator

  /// Starts it with a walk of no long pauses.
  ///
  /// - Parameters:
  ///   - folder: The folder of its library.
  ///   - arguments: Further arguments.
  ///   - titles: How many titles a new library has.
  ///   - prefix: A command that receives the program and its arguments as its own.
  /// - Throws: If it cannot be started.
  init(
    in folder: URL, _ arguments: String..., titles: Int = 3_000, startedBy prefix: [String] = []
  ) throws {
    let pipe = Pipe()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    output = stream.makeAsyncIterator()
    let handle = pipe.fileHandleForReading
    // A thread of its own, for it waits.
    Thread.detachNewThread {
      var bytes = Data()
      while case let data = handle.availableData, !data.isEmpty {
        bytes += data
        while let end = bytes.firstIndex(of: 10) {
          continuation.yield(String(decoding: bytes[..<end], as: UTF8.self))
          bytes = Data(bytes[(end + 1)...])
        }
      }
      continuation.finish()
    }
    let all =
      prefix + [Self.program ?? "", "--demo", "--data", folder.path, "--titles", "\(titles)"]
      + arguments
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = all
    process.standardOutput = pipe
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Waits for a line.
  ///
  /// - Returns: How long after the start it was there, or nil if the program has ended before.
  @discardableResult
  func line(_ isWanted: (String) -> Bool) async -> Duration? {
    while let line = await output.next() {
      lines.append(line)
      if isWanted(line) { return .now - start }
    }
    return nil
  }

  /// Kills it, and reads all that it has printed.
  func kill() async {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    await end()
  }

  /// Waits until it has ended.
  ///
  /// - Returns: The exit code.
  @discardableResult
  func end() async -> Int32 {
    while let line = await output.next() { lines.append(line) }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// A folder that is removed at the end.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
  var library: String { url.appending(path: "library.sqlite").path }

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
