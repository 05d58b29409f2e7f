internal import Foundation

/// A Java program that answers one line for each line it is sent.
///
/// Its source lies in `Benchmarks/Rivals` and is compiled into a temporary folder when it starts.
final class JavaRival: @unchecked Sendable {  // guard: only the harness's thread asks
  enum Failure: Error, CustomStringConvertible {
    /// A program or a library that it needs is missing.
    case notInstalled(String)
    case doesNotCompile
    /// Something else than what was asked for; empty if the process has ended.
    case answered(String)

    var description: String {
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

  /// Compiles and starts `source`, with libraries named as in Debian's folder for them.
  init(source: String, jars: [String]) throws {
    let java = try Self.executable("java")
    let classes = FileManager.default.temporaryDirectory
      .appending(path: "stagecraft-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: classes, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: classes) }
    let path = (try jars.map(Self.jar) + [classes.path]).joined(separator: ":")

    let compiler = Process()
    compiler.executableURL = try Self.executable("javac")
    compiler.arguments = ["-cp", path, "-d", classes.path, try Self.sourceFile(source).path]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw Failure.doesNotCompile }

    process.executableURL = java
    process.arguments = ["-cp", path, source]
    process.standardInput = input
    process.standardOutput = output
    // A rival that has ended is an error to report, not a signal to die of.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    // Once it answers, it has read its classes, and they can go.
    let greeting = try ask("hello")
    guard greeting == "ready" else { throw Failure.answered(greeting) }
  }

  /// Sends a line and waits for the answer.
  func ask(_ line: String) throws -> String {
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

  private static func executable(_ name: String) throws -> URL {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw Failure.notInstalled(name)
    }
    return URL(fileURLWithPath: path)
  }

  private static func jar(_ name: String) throws -> String {
    let path = "/usr/share/java/\(name).jar"
    guard FileManager.default.fileExists(atPath: path) else { throw Failure.notInstalled(name) }
    return path
  }

  /// Found by where this file was compiled: benchmarks are run from a clone.
  private static func sourceFile(_ name: String) throws -> URL {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../../Rivals/\(name).java").standardizedFileURL
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw Failure.notInstalled(file.path)
    }
    return file
  }
}
