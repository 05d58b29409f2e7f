internal import Foundation
internal import Harness
internal import StagecraftPools

extension Check {
  /// The memory of a waiting task, with everything that the system and the runtime need for it.
  static var waiterMemory: Check {
    Check("waiter-memory", "resident memory of each of 50000 waiting tasks") {
      let before = residentBytes
      guard before > 0 else {
        return [Finding("stagecraft", "not measured on this system", isBroken: false)]
      }
      let pool = try BoundedPool.ofBooks(1)
      let each = try waitForTask {
        let lease = try await pool.ownedLease(timeout: .unlimited)
        let tasks = (0..<count).map { _ in
          Task.detached { try await pool.lease(timeout: .unlimited).release() }
        }
        while pool.snapshot.waiting < count { await Task.yield() }
        let each = (residentBytes - before) / count
        lease.release()
        for task in tasks { try await task.value }
        return each
      }
      return [Finding("stagecraft", "\(each) bytes", isBroken: each > limit)]
    }
  }

  private static var count: Int { 50_000 }
  private static var limit: Int { 2_048 }

  /// The resident memory of this process, or 0 where it cannot be read.
  private static var residentBytes: Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
