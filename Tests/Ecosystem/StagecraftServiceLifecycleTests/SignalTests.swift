#if ServiceLifecycle
import Foundation
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SignalTests {
  @Test func aRequestInProgressEndsBeforeItsConnectionsDo() async throws {
    let client = try ClientProcess("finishes")
    try await client.lines(until: "request began")
    client.terminate()
    let lines = await client.allLines()
    #expect(
      lines == [
        "server ended", "request ended", "manager requests: all had ended.",
        "pool connections: all had ended.",
      ])
    #expect(client.status == 0)
  }

  @Test func aRequestThatHangsIsCutAtTheDeadlineAndReported() async throws {
    let client = try ClientProcess("hangs")
    try await client.lines(until: "request began")
    client.terminate()
    let lines = await client.allLines()
    #expect(lines.first == "server ended")
    let report = try #require(lines.firstIndex(of: "manager requests: 1 cut."))
    // Its body may have ended before the report was made.
    #expect(lines[report + 1].hasPrefix("  “request” was "))
    #expect(client.status == 0)
  }
}

/// A process of the program `lifecycle-client`, which is killed with this object.
private final class ClientProcess: @unchecked Sendable {  // guard: used by one test
  private let process = Process()
  private let output: AsyncStream<String>
  private var iterator: AsyncStream<String>.Iterator
  private var seen: Set<String> = []

  init(_ mode: String) throws {
    let pipe = Pipe()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    output = stream
    iterator = stream.makeAsyncIterator()
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: "lifecycle-client")
    process.arguments = [mode]
    process.standardOutput = pipe
    try process.run()
    let handle = pipe.fileHandleForReading
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

  deinit { kill(process.processIdentifier, SIGKILL) }

  /// The server and the request begin independently.
  func lines(until line: String) async throws {
    while seen.isSuperset(of: ["ready", line]) == false {
      seen.insert(try #require(await iterator.next(isolation: nil)))
    }
  }

  func terminate() { kill(process.processIdentifier, SIGTERM) }

  func allLines() async -> [String] {
    var lines: [String] = []
    while let line = await iterator.next(isolation: nil) { lines.append(line) }
    return lines
  }

  var status: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
#endif
