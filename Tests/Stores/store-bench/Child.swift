#if SQLite && PostgreSQL
import Foundation

/// This program in another process.
final class Child {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  /// Waits until the process is ready, for all to begin together.
  func go() throws {
    guard line() == "ready" else { throw BenchError("A client has not started.") }
    input.fileHandleForWriting.write(Data("go\n".utf8))
  }

  func send(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// Reads one line, byte by byte.
  func line() -> String {
    var line: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// The last line of the output.
  func finish() -> String {
    try? input.fileHandleForWriting.close()
    let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    return lines.last.map { String($0) } ?? ""
  }
}
#endif
