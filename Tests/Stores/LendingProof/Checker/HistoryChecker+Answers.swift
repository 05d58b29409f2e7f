#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

extension HistoryChecker {
  /// P5 and a part of P8, by the answers that the processes received: all answers to a request
  /// agree, and the first grant contains everything that was wanted.
  func answers() -> [HistoryViolation] {
    var violations: [HistoryViolation] = []
    var grants: [LendingID: (LendingGrant, HistoryEntry)] = [:]
    /// The earliest answer with which a request had ended for good.
    var ends: [LendingID: (LendingEnd, HistoryEntry)] = [:]
    let asks = asks
    /// When the first part of each lease was returned.
    let returned = Dictionary(
      entries.compactMap { entry -> (LendingID, Int64)? in
        guard case .sent(.giveBack(let giving)) = entry.event else { return nil }
        return (giving.lease.request, entry.begin)
      }, uniquingKeysWith: min)
    for entry in entries {
      if case .answered(.withdraw(let id), .withdrawn(let closing)) = entry.event {
        if case .already(let end) = closing {
          if ends[id] == nil, end.isFinal { ends[id] = (end, entry) }
        } else if ends[id] == nil {
          ends[id] = (.withdrawn, entry)
        }
      }
      for (id, outcome) in outcomes(entry) {
        switch outcome {
        case .granted(let grant):
          if let (first, cause) = grants[id] {
            let names = Set(grant.resources.map(\.name))
            if first.fence != grant.fence
              || !names.isSubset(of: first.resources.map(\.name))
            {
              violations.append(
                HistoryViolation(
                  .oneAnswer, "Request \(id) was granted twice.", [cause, entry]))
            }
          } else {
            grants[id] = (grant, entry)
            let wanted = asks[id]?.0.wants.reduce(0) { $0 + $1.count } ?? grant.resources.count
            if grant.resources.count < wanted, entry.end < returned[id] ?? .max {
              violations.append(
                HistoryViolation(
                  .allOrNone,
                  "Request \(id) for \(wanted) resources was granted \(grant.resources.count).",
                  [entry]))
            }
          }
          if let (end, cause) = ends[id], cause.end < entry.begin {
            violations.append(
              HistoryViolation(
                .oneAnswer, "Request \(id) had ended as \(end.word), and was granted later.",
                [cause, entry]))
          }
        case .waiting:
          if let (end, cause) = ends[id], cause.end < entry.begin {
            violations.append(
              HistoryViolation(
                .oneAnswer, "Request \(id) had ended as \(end.word), and waits later.",
                [cause, entry]))
          }
        case .ended(let end) where end.isFinal:
          if let (first, cause) = ends[id], first != end, cause.end < entry.begin {
            violations.append(
              HistoryViolation(
                .oneAnswer, "Request \(id) has ended twice: \(first.word), \(end.word).",
                [cause, entry]))
          } else if ends[id] == nil {
            ends[id] = (end, entry)
          }
        case .ended, .notFree, .unknown: break
        }
      }
    }
    return violations
  }
}

extension LendingEnd {
  /// Whether no later answer can name another end.
  ///
  /// A lease that has expired, or was taken back, can still be returned within its grace period.
  fileprivate var isFinal: Bool {
    switch self {
    case .returned, .withdrawn, .gone, .impossible: true
    case .expired, .tooLong, .takenBack: false
    }
  }
}
#endif
