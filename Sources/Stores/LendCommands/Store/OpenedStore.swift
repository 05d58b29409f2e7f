#if SQLite || PostgreSQL
import StagecraftSharedPools

/// A store that was opened for a verb, and what stores differ in.
struct OpenedStore: Sendable {
  var store: any LeaseStore
  var initialize: @Sendable (_ isUpgrade: Bool) async throws -> String
  var examine: @Sendable () async throws -> [Finding]
  /// A descriptor for the command of `run` to inherit: the store counts the session as alive while
  /// a process has it open.
  var livenessDescriptor: @Sendable () async throws -> Int32?
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
