import Foundation
import LibraryServer
import Testing

/// A replica as a process of its own.
final class ReplicaProcess: Sendable {
  let client: Client
  private let process = Process()
  private let ended: Task<(log: String, status: Int32), Never>

  /// Starts a replica, and waits until it listens.
  init(_ name: String, _ configuration: Configuration, drain: Int = 0) async throws {
    let (output, log) = (Pipe(), Pipe())
    process.executableURL = try Self.program
    process.arguments = [
      "--name", name, "--port", "0", "--drain", "\(drain)", "--time-to-live",
      "\(configuration.timeToLive.components.seconds)",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LIBRARY_DATABASE": configuration.database], uniquingKeysWith: { $1 })
    process.standardOutput = output
    process.standardError = log
    try process.run()
    let text = Self.text(of: log)
    ended = Task { [process] in
      let text = await text.value
      process.waitUntilExit()
      return (text, process.terminationStatus)
    }
    let line = try #require(await Self.firstLine(of: output), "The replica has not started.")
    let port = line.split(separator: ":").last.flatMap { Int($0) }
    client = Client(port: try #require(port))
  }

  deinit { if process.isRunning { signal(SIGKILL) } }

  func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until it has ended: its log, and its exit code.
  var end: (log: String, status: Int32) {
    get async { await ended.value }
  }

  private static var program: URL {
    get throws {
      let tests = try #require(ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") })
      return URL(filePath: tests).deletingLastPathComponent().appending(path: "library-server")
    }
  }

  /// Reads on threads of their own, for they wait.
  private static func text(of pipe: Pipe) -> Task<String, Never> {
    let handle = pipe.fileHandleForReading
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      end.yield(String(decoding: handle.readDataToEndOfFile(), as: UTF8.self))
      end.finish()
    }
    return Task {
      for await text in ends { return text }
      return ""
    }
  }

  private static func firstLine(of pipe: Pipe) async -> String? {
    let handle = pipe.fileHandleForReading
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let text = String(decoding: handle.availableData, as: UTF8.self)
        continuation.resume(returning: text.split(separator: "\n").first.map(String.init))
      }
    }
  }
}
