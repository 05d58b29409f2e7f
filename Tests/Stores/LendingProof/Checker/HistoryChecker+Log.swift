#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

extension HistoryChecker {
  /// P4: at rest, nothing is lent, nothing waits, and what is out of service is so for a reason.
  func rest() -> [HistoryViolation] {
    guard let report else { return [] }
    var violations: [HistoryViolation] = []
    for resource in report.resources {
      switch resource.state {
      case .free, .retired: break
      case .quarantined where resource.reason?.isEmpty == false: break
      case .lent, .overdue, .draining, .quarantined:
        let holder = resource.holder.map { ", held by process \($0.session.process)" } ?? ""
        violations.append(
          HistoryViolation(
            .nothingLost,
            "At rest \"\(resource.name)\" is \(resource.state.rawValue)\(holder)."))
      }
    }
    if report.waiting > 0 {
      violations.append(
        HistoryViolation(.nothingLost, "At rest \(report.waiting) requests wait."))
    }
    let names = Set(report.resources.map(\.name))
    for event in log where event.kind == .added {
      guard let name = event.resource, !names.contains(name) else { continue }
      violations.append(
        HistoryViolation(.nothingLost, "\"\(name)\" was added, and is not in the report."))
    }
    return violations
  }

  /// P5 and P8, by the store's log: a request is granted once, with one fence, and everything at
  /// once.
  func grantsOfLog() -> [HistoryViolation] {
    var violations: [HistoryViolation] = []
    let asks = asks
    let tombstones = tombstones
    var ended: Set<LendingID> = []
    var granted: Set<LendingID> = []
    var index = 0
    while index < log.count {
      let event = log[index]
      index += 1
      guard let id = event.request else { continue }
      if event.kind == .joined || event.kind == .granted, let tombstone = tombstones[id] {
        violations.append(
          HistoryViolation(
            .oneAnswer, "Request \(id) was withdrawn before it arrived, and was accepted later.",
            [tombstone]))
      }
      if event.kind == .left || event.kind == .tombstone { ended.insert(id) }
      guard event.kind == .granted else { continue }
      var count = 1
      while index < log.count, log[index].kind == .granted, log[index].request == id,
        log[index].fence == event.fence
      {
        count += 1
        index += 1
      }
      if ended.contains(id) {
        violations.append(
          HistoryViolation(.oneAnswer, "Request \(id) left the line, and was granted later."))
      }
      if !granted.insert(id).inserted {
        violations.append(HistoryViolation(.oneAnswer, "Request \(id) was granted twice."))
      }
      if let wanted = asks[id]?.0.wants.reduce(0, { $0 + $1.count }), wanted != count {
        violations.append(
          HistoryViolation(
            .allOrNone, "Request \(id) for \(wanted) resources was granted \(count) at once."))
      }
    }
    return violations
  }

  /// Withdrawals of requests that had not arrived.
  private var tombstones: [LendingID: HistoryEntry] {
    var tombstones: [LendingID: HistoryEntry] = [:]
    for entry in entries {
      if case .answered(.withdraw(let id), .withdrawn(.unknown)) = entry.event {
        tombstones[id] = entry
      }
    }
    return tombstones
  }

  /// P6 and P7: a replay of the log.
  func lineOfLog() -> [HistoryViolation] {
    var line = LogLine(asks: asks.mapValues(\.0))
    var violations: [HistoryViolation] = []
    var lastTime = log.first?.time ?? 0
    for event in log {
      if event.time - lastTime > idleLimit.microseconds, let (id, resource) = line.idle {
        violations.append(
          HistoryViolation(
            .noIdleResource,
            """
            "\(resource)" was free for \((event.time - lastTime) / 1_000) ms while request \(id) \
            waited for it.
            """))
      }
      lastTime = max(lastTime, event.time)
      if let overtaken = line.tell(event), let id = event.request {
        violations.append(
          HistoryViolation(
            .order,
            """
            Request \(id) was granted "\(event.resource ?? "")", which request \(overtaken) before \
            it could have used.
            """, sent([id, overtaken])))
      }
    }
    return violations
  }

  private func sent(_ ids: Set<LendingID>) -> [HistoryEntry] {
    entries.filter {
      if case .sent(.ask(let ask)) = $0.event { ids.contains(ask.id) } else { false }
    }
  }
}
#endif
