#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

extension HistoryChecker {
  /// P5: each grant that a process was told is in the store's log, with the same fence.
  func toldGrants() -> [HistoryViolation] {
    guard !log.isEmpty else { return [] }
    var logged: [LendingID: LendingEvent] = [:]
    for event in log where event.kind == .granted {
      if let id = event.request { logged[id] = event }
    }
    var violations: [HistoryViolation] = []
    for entry in entries {
      for (id, outcome) in outcomes(entry) {
        guard case .granted(let grant) = outcome, logged[id]?.fence != grant.fence else { continue }
        let truth = logged[id]?.fence.map { "was granted fence \($0)" } ?? "was granted nothing"
        violations.append(
          HistoryViolation(
            .oneAnswer,
            "Request \(id) \(truth) by the log, and its process was told fence \(grant.fence).",
            [entry]))
      }
    }
    return violations
  }
}
#endif
