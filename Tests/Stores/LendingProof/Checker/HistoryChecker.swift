#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) package import StagecraftSharedPools

/// Checks what processes have written down against what a shared pool promises.
///
/// Only P4, P6, P7 and a part of P5 and P8 read what the store itself records: its log and its last
/// report. The others compare the answers that the processes received, and the accepted writes.
package struct HistoryChecker: Sendable {
  /// The entries of all processes, by the end of each.
  package var entries: [HistoryEntry]
  /// The store's log, from its beginning.
  package var log: [LendingEvent]
  /// The state of the pool at rest: every process has ended, and all leases would have expired.
  package var report: SharedPoolReport?
  /// The accepted writes of each resource.
  package var writes: [String: [GuardedCounter.Write]]
  /// The rules of the pool, or `nil` if cancellations are not to be checked.
  package var settings: SharedPoolSettings?
  /// For how long a resource may be free while a request waits that could use it.
  package var idleLimit: Duration = .seconds(1)

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - entries: The entries of all processes, in any order.
  ///   - log: The store's log, from its beginning.
  ///   - report: The state of the pool at rest, if it is known.
  ///   - writes: The accepted writes of each resource.
  package init(
    _ entries: [HistoryEntry], log: [LendingEvent] = [], report: SharedPoolReport? = nil,
    writes: [String: [GuardedCounter.Write]] = [:]
  ) {
    self.entries = entries.sorted { ($0.end, $0.begin) < ($1.end, $1.begin) }
    self.log = log
    self.report = report
    self.writes = writes
  }

  /// What must not have happened, of each check the first cases.
  ///
  /// - Parameter properties: The properties that must hold. After a failover to an asynchronous
  ///   replica, which has lost the last decisions, these are
  ///   ``HistoryViolation/Property/afterFailover``.
  /// - Returns: The violations.
  package func violations(
    of properties: Set<HistoryViolation.Property> = Set(HistoryViolation.Property.allCases)
  ) -> [HistoryViolation] {
    let checks = [
      holders(), fences(), guardedWrites(), rest(), answers(), toldGrants(), grantsOfLog(),
      lineOfLog(), cancellations(),
    ]
    return checks.flatMap { $0.filter { properties.contains($0.property) }.prefix(5) }
  }

  /// The outcomes that an entry contains, by request.
  func outcomes(_ entry: HistoryEntry) -> [(LendingID, LendingOutcome)] {
    switch entry.event {
    case .answered(.ask(let ask), .asked(let outcome)): [(ask.id, outcome)]
    case .answered(.renew(let batch), .renewed(_, let outcomes)):
      Array(zip(batch.waiting, outcomes))
    default: []
    }
  }

  /// Each request that was asked, as it was first sent.
  var asks: [LendingID: (LendingAsk, begin: Int64)] {
    var asks: [LendingID: (LendingAsk, begin: Int64)] = [:]
    for entry in entries {
      let ask: LendingAsk
      switch entry.event {
      case .sent(.ask(let sent)), .answered(.ask(let sent), _), .failed(.ask(let sent), _):
        ask = sent
      default: continue
      }
      if asks[ask.id].map({ entry.begin < $0.begin }) ?? true { asks[ask.id] = (ask, entry.begin) }
    }
    return asks
  }
}
#endif
