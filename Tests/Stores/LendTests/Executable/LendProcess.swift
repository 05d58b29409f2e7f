#if SQLite && PostgreSQL
import Foundation
import Testing

/// A run of the real executable, in a folder of its own.
final class LendProcess: Sendable {
  private let process = Process()
  private let output: AsyncStream<String>
  private let errors: String
  private let ended: AsyncStream<Int32>

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - words: Its arguments.
  ///   - folder: Where its store is.
  ///   - environment: More variables.
  /// - Throws: An error of Foundation's if it cannot be started.
  init(_ words: [String], in folder: Folder, _ environment: [String: String] = [:]) throws {
    process.executableURL = Self.executable
    process.arguments = words
    var variables = ProcessInfo.processInfo.environment
    variables["LEND_AT"] = folder.store
    variables["TEST_FOLDER"] = folder.path
    process.environment = variables.merging(environment) { $1 }
    let outputPipe = Pipe()
    process.standardOutput = outputPipe
    // Not in the folder, whose disk may be full.
    errors = NSTemporaryDirectory() + "lend-errors-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: errors)
    process.standardInput = FileHandle.nullDevice
    let (ended, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.ended = ended
    process.terminationHandler = { process in
      let isSignal = process.terminationReason == .uncaughtSignal
      continuation.yield(isSignal ? -process.terminationStatus : process.terminationStatus)
      continuation.finish()
    }
    let reader = outputPipe.fileHandleForReading
    let (lines, lineContinuation) = AsyncStream.makeStream(of: String.self)
    output = lines
    try process.run()
    Thread.detachNewThread {
      var pending: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(reader.fileDescriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        pending += buffer[..<count]
        while let end = pending.firstIndex(of: 10) {
          lineContinuation.yield(String(decoding: pending[..<end], as: UTF8.self))
          pending.removeSubrange(...end)
        }
      }
      lineContinuation.finish()
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    unlink(errors)
  }

  /// The executable beside the tests.
  static var executable: URL {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("lend")
  }

  #if os(Linux)
  /// Looks for a child without a pause until there is one.
  func child(named name: String) -> pid_t? {
    let tasks = "/proc/\(process.processIdentifier)/task"
    while let folder = opendir(tasks) {
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let thread = withUnsafePointer(to: &entry.pointee.d_name) { start in
          start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        for child in text(of: "\(tasks)/\(thread)/children").split(separator: " ") {
          if text(of: "/proc/\(child)/comm") == name + "\n" { return pid_t(child) }
        }
      }
    }
    return nil
  }

  private func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Foundation.read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
  #endif

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The next line that it prints, or nil at its end.
  func line() async -> String? {
    for await line in output { return line }
    return nil
  }

  /// Waits for its end: the exit code, or a signal's number with a minus.
  func code() async -> Int32 {
    for await code in ended { return code }
    return .min
  }

  /// Waits for its end, and returns all.
  func result() async -> (code: Int32, output: [String], errors: String) {
    var lines: [String] = []
    while let line = await line() { lines.append(line) }
    let code = await code()
    let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
    return (code, lines, text)
  }
}

/// A folder that is removed at the end of a test.
final class Folder: Sendable {
  let path: String
  var store: String { path + "/lend.sqlite" }

  init() throws {
    let parent = FileManager.default.temporaryDirectory
    let url = parent.appendingPathComponent("lend-tests-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Runs the command to its end.
  func lend(
    _ words: String..., environment: [String: String] = [:]
  ) async throws -> (code: Int32, output: [String], errors: String) {
    try await LendProcess(words, in: self, environment).result()
  }

  /// Starts a command with `lend run`.
  func run(_ script: String, _ options: [String] = []) throws -> LendProcess {
    try LendProcess(["run"] + options + ["--", "sh", "-c", script], in: self)
  }

  /// Waits until a process waits for the lock of the store, or for the entry before it.
  func waitsForLock() async throws {
    let inodes = ["-lock", "-entry"].compactMap { suffix -> ino_t? in
      var status = stat()
      return stat(store + suffix, &status) == 0 ? status.st_ino : nil
    }
    while true {
      let table = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      let lines = table.split(separator: "\n").filter { $0.contains("->") && $0.contains("FLOCK") }
      if lines.contains(where: { line in inodes.contains { line.contains(":\($0) ") } }) { return }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Waits until a process has ended.
  func waitForEnd(of process: String?) async throws {
    let number = try #require(process.flatMap { pid_t($0) })
    while kill(number, 0) == 0, !isZombie(number) { try await Task.sleep(for: .milliseconds(2)) }
  }

  private func isZombie(_ process: pid_t) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return status.contains(") Z ")
  }
}
#endif
