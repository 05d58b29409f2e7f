#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

/// What the holder of a lease was told, and whether its body was cancelled.
private struct Hold {
  /// When the last answered renewal, or the request that was granted, was sent.
  var sent: Int64
  /// For how long the lease lived then, by the rules of the pool.
  var remaining: Int64
  var isCancelled = false
  var evidence: HistoryEntry
}

extension HistoryChecker {
  /// P10: a body is cancelled at least `margin` before the store can lend its resource again.
  ///
  /// The store can lend it again when the time to live and the grace period have passed since the
  /// last answered renewal was sent. A process that did not run meanwhile has an excuse.
  func cancellations() -> [HistoryViolation] {
    guard let settings else { return [] }
    var violations: [HistoryViolation] = []
    let margin = settings.effectiveMargin.microseconds
    let grace = settings.effectiveGrace.microseconds
    let lastEnds = Dictionary(entries.map { ($0.process, $0.end) }, uniquingKeysWith: max)
    let stalls = Dictionary(
      grouping: entries.filter { if case .stalled = $0.event { true } else { false } },
      by: \.process)
    var holds: [Fence: Hold] = [:]

    func extend(_ fence: Fence, _ remaining: Duration, _ entry: HistoryEntry) {
      let remaining = min(remaining, settings.timeToLive).microseconds
      let limit = entry.begin + remaining * 1_000
      if let hold = holds[fence], hold.sent + hold.remaining * 1_000 >= limit { return }
      let isCancelled = holds[fence]?.isCancelled ?? false
      holds[fence] = Hold(
        sent: entry.begin, remaining: remaining, isCancelled: isCancelled, evidence: entry)
    }

    func look(_ name: String, _ fence: Fence, _ entry: HistoryEntry, isCancellation: Bool) {
      guard let hold = holds[fence], !hold.isCancelled else { return }
      if isCancellation { holds[fence]?.isCancelled = true }
      let limit = hold.sent + (hold.remaining + grace - margin) * 1_000
      // Of what a process did just before its last entry, its excuse may be missing.
      guard entry.begin > limit, entry.begin < (lastEnds[entry.process] ?? 0) - 300_000_000 else {
        return
      }
      let due = hold.sent + (hold.remaining * 99 / 100 - margin) * 1_000
      let hasExcuse = stalls[entry.process]?.contains { $0.end > due && $0.begin < entry.begin }
      if hasExcuse ?? false { return }
      let late = (entry.begin - limit) / 1_000
      let what = isCancellation ? "was cancelled" : "had not been cancelled"
      // One violation for each lease.
      holds[fence]?.isCancelled = true
      violations.append(
        HistoryViolation(
          .cancelledInTime,
          """
          The body of \(entry.process) with "\(name)" \(what) \(late) µs after the last moment that \
          is \(settings.effectiveMargin) before the store can lend it again.
          """, [hold.evidence, entry]))
    }

    for entry in entries {
      for (_, outcome) in outcomes(entry) {
        guard case .granted(let grant) = outcome else { continue }
        extend(grant.fence, grant.remaining, entry)
      }
      switch entry.event {
      case .answered(.renew(let batch), .renewed(let renewals, _)):
        for (key, renewal) in zip(batch.leases, renewals) {
          guard case .renewed(let remaining, _) = renewal else { continue }
          extend(key.fence, remaining, entry)
        }
      case .holds(let name, let fence), .lost(let name, let fence):
        look(name, fence, entry, isCancellation: false)
      case .cancelled(let name, let fence): look(name, fence, entry, isCancellation: true)
      default: break
      }
    }
    return violations
  }
}
#endif
