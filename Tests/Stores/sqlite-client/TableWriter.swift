#if SQLite
import StageFloor
import CSQLite

/// A program that knows nothing of followed tables.
struct TableWriter {
  let handle: OpaquePointer

  init(_ path: String) {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else {
      say("error cannot open \(path)")
      exit(1)
    }
    handle = opened
    sqlite3_busy_timeout(handle, 10_000)
  }

  func run(_ sql: String) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK else { return }
    say("error \(String(cString: sqlite3_errmsg(handle)))")
    exit(1)
  }

  /// Begins a transaction, and commits it when a line arrives.
  func commitLater(_ sql: String) {
    run("BEGIN IMMEDIATE")
    run(sql)
    say("inside")
    guard readLine() != nil else { _exit(0) }
    run("COMMIT")
    say("done")
  }

  /// Commits once, and stops the second time after the commit is in the log and before it is in the
  /// log's index.
  func stopInsideCommit(_ sql: String) {
    CountedWrites.install()
    run(sql)
    CountedWrites.count = 0
    run(sql)
    say("ready")
    guard readLine() != nil else { _exit(0) }
    CountedWrites.stopAfter = CountedWrites.count
    CountedWrites.count = 0
    run(sql)
    say("done")
  }
}

/// The system calls with which SQLite writes, counted.
enum CountedWrites {
  // guard: one thread
  nonisolated(unsafe) static var count = 0
  nonisolated(unsafe) static var stopAfter = 0

  static func install() {
    let file = sqlite3_vfs_find(nil)
    let plain: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { file, bytes, size in
      defer { CountedWrites.hasWritten() }
      return write(file, bytes, size)
    }
    let placed: @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int = {
      file, bytes, size, offset in
      defer { CountedWrites.hasWritten() }
      return pwrite(file, bytes, size, offset)
    }
    let replace = file?.pointee.xSetSystemCall
    _ = replace?(file, "write", unsafeBitCast(plain, to: sqlite3_syscall_ptr.self))
    for name in ["pwrite", "pwrite64"] where file?.pointee.xGetSystemCall(file, name) != nil {
      _ = replace?(file, name, unsafeBitCast(placed, to: sqlite3_syscall_ptr.self))
    }
  }

  static func hasWritten() {
    count += 1
    if count == stopAfter { raise(SIGSTOP) }
  }
}
#endif
