#if SQLite
import Foundation
import Testing

/// A process of the program `sqlite-client`, which is killed with this object.
final class ClientProcess: @unchecked Sendable {  // guard: used by one test
  private let process = Process()
  private let input = Pipe()
  private var lines: AsyncStream<String>.Iterator

  /// Starts it, or a program that starts it.
  init(_ path: String, _ arguments: String..., through program: [String] = []) throws {
    let output = Pipe()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    lines = stream.makeAsyncIterator()
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let helper = folder.appending(path: "sqlite-client").path
    let words = program + [helper, path] + arguments
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    let handle = output.fileHandleForReading
    Thread.detachNewThread {
      var text = ""
      while case let data = handle.availableData, !data.isEmpty {
        text += String(decoding: data, as: UTF8.self)
        while let end = text.firstIndex(of: "\n") {
          continuation.yield(String(text[..<end]))
          text.removeSubrange(...end)
        }
      }
      continuation.finish()
    }
  }

  deinit {
    signal(SIGCONT)
    signal(SIGKILL)
  }

  /// What starts a program as another user, with one group.
  static func user(_ user: String, group: String = "nogroup") -> [String] {
    ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"]
  }

  var number: Int32 { process.processIdentifier }

  /// The next line of its output, or `nil` at the end.
  func line() async -> String? { await lines.next(isolation: nil) }

  /// Waits for a line that begins with a word.
  ///
  /// - Returns: The rest of the line.
  @discardableResult
  func line(_ word: String) async throws -> String {
    while let line = await line() {
      if line.hasPrefix(word) { return String(line.dropFirst(word.count + 1)) }
      if line.hasPrefix("error") { break }
    }
    Issue.record("The process ended without a line \"\(word)\".")
    throw CancellationError()
  }

  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  func waitForEnd() { process.waitUntilExit() }
}
#endif
