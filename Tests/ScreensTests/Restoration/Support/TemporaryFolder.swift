import Foundation

/// A folder for one test, removed at its end.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/stagecraft-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of the files in it.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map(Array.init)
  }

  func write(_ bytes: [UInt8], to name: String) {
    _ = FileManager.default.createFile(atPath: file(name), contents: Data(bytes))
  }
}
