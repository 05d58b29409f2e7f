import Foundation

/// A process of the program, and what it prints.
final class ProgramRun: Sendable {
  private let process: Process
  private let log: URL

  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    log: URL
  ) throws {
    self.log = log
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  /// The exit code, or the negative number of the signal; call after it has ended.
  var exitCode: Int32 {
    process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  var output: String {
    String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
  }

  /// Ends it as `kill -9`.
  func kill() {
    if process.isRunning { Foundation.kill(identifier, SIGKILL) }
    process.waitUntilExit()
  }

  func waitUntilExit() { process.waitUntilExit() }
  func suspend() { Foundation.kill(identifier, SIGSTOP) }
  func resume() { Foundation.kill(identifier, SIGCONT) }

  /// The memory of the process that is in the machine, in KiB.
  var residentKilobytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_024
  }
}

/// Runs a command, and returns what it printed.
@discardableResult
func run(_ command: String, _ arguments: String...) throws -> String {
  try run(command, arguments)
}

@discardableResult
func run(_ command: String, _ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [command] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}
