import Foundation
import StagecraftMemory

/// A folder in place of the root of the file system, removed when it is deallocated.
final class TemporaryRoot: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "stagecraft-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (file, text) in files { try write(file, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var surroundings: PressureSurroundings { PressureSurroundings(environment: [:], root: path) }

  /// Writes a file in place, as the kernel updates its files: open descriptors see the new content.
  func write(_ file: String, _ text: String) throws {
    let url = URL(fileURLWithPath: path + file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: path + file) }
}
