#if SQLite || PostgreSQL
import StagecraftSharedPools
internal import Synchronization

/// A store that was opened for a verb, and what stores differ in.
struct OpenedStore: Sendable {
  var store: any LeaseStore
  var initialize: @Sendable (_ isUpgrade: Bool) async throws -> String
  var examine: @Sendable () async throws -> [Finding]
  /// A descriptor for the command of `run` to inherit: the store counts the session as alive while
  /// a process has it open.
  var livenessDescriptor: @Sendable () async throws -> Int32?
  /// Ends its connections and threads.
  var close: @Sendable () async -> Void
}

/// The stores that a verb has opened.
///
/// They are closed before the process ends, on every way out: a thread that is still in a library,
/// such as in TLS, would meet the clean-up of the libraries.
final class OpenedStores: Sendable {
  private let stores = Mutex<[OpenedStore]>([])

  func add(_ store: OpenedStore) { stores.withLock { $0.append(store) } }

  func closeAll() async {
    let all = stores.withLock { stores in
      defer { stores = [] }
      return stores
    }
    for store in all { await store.close() }
  }
}

struct Finding: Sendable, Hashable {
  enum Verdict: String, Sendable { case good, note, fault }
  var verdict: Verdict
  var title: String
  var detail: String

  init(_ verdict: Verdict, _ title: String, _ detail: String) {
    self.verdict = verdict
    self.title = title
    self.detail = detail
  }
}
#endif
