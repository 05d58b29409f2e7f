package import Foundation

extension RivalProcess {
  /// The path at which the shell would find the program `name`.
  package static func executable(_ name: String) throws -> URL {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw Failure.notInstalled(name)
    }
    return URL(fileURLWithPath: path)
  }

  /// The file `name` in `Benchmarks/Rivals`.
  ///
  /// Found by the path at which this file was compiled: benchmarks are run from a clone.
  package static func source(_ name: String) throws -> URL {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../Rivals/\(name)").standardizedFileURL
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw Failure.notInstalled(file.path)
    }
    return file
  }

  /// Calls a compiler and waits for it.
  package static func compile(
    with compiler: String, _ arguments: [String], showsErrors: Bool = true
  ) throws {
    let process = Process()
    process.executableURL = try executable(compiler)
    process.arguments = arguments
    if !showsErrors { process.standardError = FileHandle.nullDevice }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.doesNotCompile }
  }

  /// A temporary folder that is removed when `body` returns.
  package static func withTemporaryFolder<Output>(
    _ body: (URL) throws -> Output
  ) throws -> Output {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "stagecraft-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
