#if SQLite
import StageFloor
import Synchronization
import Testing

@testable import StagecraftSQLiteStore

/// A folder that is removed with this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/sqlite-store-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { Self.remove(path) }

  /// The path of a file in it.
  subscript(name: String) -> String { "\(path)/\(name)" }

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
          start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { remove("\(path)/\(name)") }
      }
      closedir(folder)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}

/// A clock that a test moves.
final class TestClock: Sendable {
  private let time: Mutex<Int64>

  init(_ start: Int64 = 1_000_000_000) { time = Mutex(start) }

  var now: Int64 {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  func store(_ path: String, boot: String = "boot 1") -> SQLiteStore {
    SQLiteStore(
      path, SQLiteStoreConfiguration(), clock: StoreClock(now: { self.now }, boot: boot))
  }
}
#endif
