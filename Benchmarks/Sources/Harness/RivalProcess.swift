package import Foundation

/// A program in another language that answers each line it receives with one line.
///
/// Its source is in `Benchmarks/Rivals` and is compiled into a temporary folder when it starts. It
/// runs until the benchmark ends and takes turns with the other subjects.
package final class RivalProcess: @unchecked Sendable {  // guard: only the harness's thread asks
  package enum Failure: Error, CustomStringConvertible {
    /// A program or a library that it needs is missing.
    case notInstalled(String)
    case doesNotCompile
    /// Another answer than the expected one; empty if the process has ended.
    case answered(String)

    package var description: String {
      switch self {
      case .notInstalled(let name): "there is no \(name)"
      case .doesNotCompile: "its source does not compile"
      case .answered(let text): "it answered '\(text)'"
      }
    }
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// Starts a program that is ready once it has answered to `hello`; then its files can be removed.
  package init(_ executable: URL, _ arguments: [String]) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    // A competitor that has ended is reported as an error; the signal for it would end this
    // process.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    let greeting = try ask("hello")
    guard greeting == "ready" else { throw Failure.answered(greeting) }
  }

  /// Sends a line and waits for the answer.
  package func ask(_ line: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let answer = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        return answer
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Failure.answered("") }
      unread += more
    }
  }

  /// Sends a line and reads a time as the answer.
  package func askNanoseconds(_ line: String) throws -> Int64 {
    let answer = try ask(line)
    guard let nanoseconds = Int64(answer) else { throw Failure.answered(answer) }
    return nanoseconds
  }
}
