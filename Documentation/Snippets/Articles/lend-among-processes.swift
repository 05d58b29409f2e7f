// The lock file of textbooks.
// snippet.hide
import Foundation

// snippet.show
struct DeskLock {
  let path: String

  func take() throws -> Bool {
    if FileManager.default.fileExists(atPath: path) { return false }
    try Data("desk A".utf8).write(to: URL(fileURLWithPath: path))
    return true
  }

  func giveBack() throws {
    try FileManager.default.removeItem(atPath: path)
  }
}
// snippet.hide

let lock = DeskLock(path: NSTemporaryDirectory() + "desk.lock")
if try lock.take() { try lock.giveBack() }
