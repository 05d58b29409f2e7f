#if SQLite
internal import SceneFloor
internal import StagecraftSQLiteStore
internal import StagecraftSharedPools
internal import Synchronization

/// A desk that lends with a shared pool.
final class SharedDesk: Sendable {
  private struct State {
    var pool: SharedPool<String>?
    var lease: FencedLease<String>?
  }

  private let name: String
  private let folder: String
  private let state = Mutex(State())

  init(name: String, folder: String) {
    self.name = name
    self.folder = folder
  }

  private var gate: FileFenceGate { FileFenceGate(folder + "/fence") }
  private var catalogue: TextFile { TextFile(folder + "/catalogue") }

  /// Obeys an order.
  func obey(_ verb: String, _ rest: String) async throws -> String {
    switch verb {
    case "borrow":
      let lease = try await pool().lease()
      let fence = lease.fence
      let copy = lease.name
      state.withLock { $0.lease = lease }
      return "\(copy) \(fence)"
    case "holds": return try held().isStillMine ? "yes" : "no"
    case "confirm": return try await held().confirm() ? "yes" : "no"
    case "write":
      // The late writer of this scene does not look whether the lease is still its own.
      do {
        try gate.write(with: try held().fence) { catalogue.text = rest }
        return "written"
      } catch let error as StaleFence {
        return "refused \(error.fence) \(error.highest)"
      }
    case "return":
      let lease = try held()
      state.withLock { $0.lease = nil }
      await lease.release()
      return "returned"
    default: throw SceneError(description: "There is no order \(verb).")
    }
  }

  private func held() throws -> FencedLease<String> {
    guard let lease = state.withLock({ $0.lease }) else {
      throw SceneError(description: "The desk \(name) has no copy.")
    }
    return lease
  }

  private func pool() async throws -> SharedPool<String> {
    if let pool = state.withLock({ $0.pool }) { return pool }
    let pool = try await SharedPool(
      "copies", at: SQLiteStore(folder + "/lend.sqlite"),
      configuration: SharedPoolConfiguration(job: name))
    state.withLock { $0.pool = pool }
    return pool
  }
}
#endif
