#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

extension HistoryChecker {
  /// P2: a grant that was answered before another was asked has the smaller fence, and no fence
  /// belongs to two requests.
  func fences() -> [HistoryViolation] {
    var violations: [HistoryViolation] = []
    var grants: [LendingID: (fence: Fence, entry: HistoryEntry)] = [:]
    var owners: [Fence: (id: LendingID, entry: HistoryEntry)] = [:]
    for entry in entries {
      for (id, outcome) in outcomes(entry) {
        guard case .granted(let grant) = outcome, grants[id] == nil else { continue }
        grants[id] = (grant.fence, entry)
        if let owner = owners[grant.fence], owner.id != id {
          violations.append(
            HistoryViolation(
              .risingFences, "Two requests were granted with fence \(grant.fence).",
              [owner.entry, entry]))
        }
        owners[grant.fence] = (id, entry)
      }
    }
    let asks = asks
    let asked = grants.compactMap { id, grant in
      asks[id].map { (begin: $0.begin, fence: grant.fence, entry: grant.entry) }
    }.sorted { $0.begin < $1.begin }
    let answered = grants.values.sorted { $0.entry.end < $1.entry.end }
    var next = 0
    var highest: (fence: Fence, entry: HistoryEntry)?
    for grant in asked {
      while next < answered.count, answered[next].entry.end < grant.begin {
        if highest.map({ answered[next].fence > $0.fence }) ?? true { highest = answered[next] }
        next += 1
      }
      if let highest, highest.fence > grant.fence {
        violations.append(
          HistoryViolation(
            .risingFences,
            "Fence \(highest.fence) was granted before fence \(grant.fence) was asked for.",
            [highest.entry, grant.entry]))
      }
    }
    return violations
  }

  /// P3: each guarded resource has accepted writes with rising fences only, and exactly those that
  /// the processes report as accepted, except those of processes that were killed.
  func guardedWrites() -> [HistoryViolation] {
    var violations: [HistoryViolation] = []
    for (resource, writes) in writes.sorted(by: { $0.key < $1.key }) {
      for (before, after) in zip(writes, writes.dropFirst()) where after.fence < before.fence {
        violations.append(
          HistoryViolation(
            .guardedWrites,
            """
            "\(resource)" accepted write \(after.number) with fence \(after.fence) after write \
            \(before.number) with fence \(before.fence).
            """, written(resource, [before.number, after.number])))
      }
      violations += reportedWrites(resource, writes)
    }
    return violations
  }

  private func written(_ resource: String, _ numbers: Set<Int>) -> [HistoryEntry] {
    entries.filter {
      guard case .wrote(resource, _, let number?) = $0.event else { return false }
      return numbers.contains(number)
    }
  }

  private func reportedWrites(
    _ resource: String, _ writes: [GuardedCounter.Write]
  ) -> [HistoryViolation] {
    var violations: [HistoryViolation] = []
    var reported: Set<Int> = []
    let highest = writes.map(\.fence).max() ?? Fence(0)
    for entry in entries {
      guard case .wrote(resource, let fence, let number) = entry.event else { continue }
      if let number {
        let isRecorded = number >= 1 && number <= writes.count && writes[number - 1].fence == fence
        if isRecorded, reported.insert(number).inserted { continue }
        violations.append(
          HistoryViolation(
            .guardedWrites, "Write \(number) of \"\(resource)\" was accepted, and is lost.",
            [entry]))
      } else if fence >= highest {
        violations.append(
          HistoryViolation(
            .guardedWrites,
            "\"\(resource)\" refused fence \(fence), and its largest is \(highest).", [entry]))
      }
    }
    // Others may be writing, unless all have ended.
    guard report != nil else { return violations }
    let kills = entries.count { if case .killed = $0.event { true } else { false } }
    if writes.count - reported.count > kills {
      violations.append(
        HistoryViolation(
          .guardedWrites,
          """
          "\(resource)" counts \(writes.count) writes, but the processes report \
          \(reported.count), and only \(kills) were killed.
          """))
    }
    return violations
  }
}
#endif
