#if SQLite && PostgreSQL
import Foundation
import Testing

/// The command, as another program sees it.
@Suite("The command storm", .serialized, .timeLimit(.minutes(2)))
struct StormCommandTests {
  /// Waits for the end without blocking one of Swift's threads, of which there are few.
  private func run(
    _ arguments: [String]
  ) async throws -> (status: Int32, output: String, errors: String) {
    let folder = FileManager.default.temporaryDirectory.path + "/storms-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = Process()
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appending(path: "storm")
    process.arguments = arguments
    // It keeps the histories in which it has found something.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": folder]) { $1 }
    let (output, errors) = (folder + "/output", folder + "/errors")
    process.standardOutput = try file(output)
    process.standardError = try file(errors)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    for await _ in ends {}
    return (
      process.terminationStatus, try String(contentsOfFile: output, encoding: .utf8),
      try String(contentsOfFile: errors, encoding: .utf8)
    )
  }

  private func file(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }

  @Test("finds nothing where nothing is wrong")
  func honest() async throws {
    let result = try await run(["--store", "sqlite", "--rounds", "2", "--seed", "11"])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("2  kill"))
    #expect(result.output.hasSuffix("storm: seed 11: Nothing was violated.\n"))
  }

  @Test("finds a mistake that was made on purpose")
  func planted() async throws {
    let result = try await run([
      "--store", "sqlite", "--rounds", "2", "--faults", "kill", "--plant", "half", "--seed", "11",
    ])
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("\nP8: Request "))
  }

  @Test(
    "says what is wrong with its arguments",
    arguments: [
      ["--rounds", "2"], ["--store", "sqlite", "--rounds", "many"],
      ["--store", "sqlite", "--faults", "rain"], ["--store", "sqlite", "--plant", "oak"],
      ["--store", "paper"], ["--store"], ["--store", "memory"],
    ])
  func badArguments(arguments: [String]) async throws {
    let result = try await run(arguments)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("storm: "))
    #expect(result.errors.contains("."))
  }
}
#endif
