#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

/// A time in which a process believes that it holds a resource.
private struct Belief {
  var process: String
  var session: LendingID?
  var request: LendingID
  var resource: String
  var from: Int64
  /// Until when the answers allow it.
  var deadline: Int64
  /// When something else ended it.
  var endedAt: Int64 = .max
  /// What began it, and what made it last.
  var evidence: [HistoryEntry]

  var until: Int64 { min(deadline, endedAt) }
}

extension HistoryChecker {
  /// P1: the beliefs of two leases in one resource do not overlap.
  ///
  /// A belief begins with the answer that grants, and ends when its end is sent or heard, before
  /// the process is killed, or at the local deadline: when the last answered renewal was sent, plus
  /// what remained, minus one per cent. From the first to the last time that a process looked and
  /// found the resource its own is a belief too.
  func holders() -> [HistoryViolation] {
    var violations: [HistoryViolation] = []
    let all = beliefs().filter { $0.until > $0.from } + observations()
    for (resource, beliefs) in Dictionary(grouping: all, by: \.resource) {
      var last: Belief?
      for belief in beliefs.sorted(by: { $0.from < $1.from }) {
        if let last, belief.from < last.until, belief.request != last.request {
          let overlap = (min(last.until, belief.until) - belief.from) / 1_000
          violations.append(
            HistoryViolation(
              .oneHolder,
              """
              \(last.process) and \(belief.process) both believed for \(overlap) µs that they held \
              "\(resource)".
              """, last.evidence + belief.evidence))
        }
        if last.map({ belief.until > $0.until }) ?? true { last = belief }
      }
    }
    return violations
  }

  private func beliefs() -> [Belief] {
    var book = Beliefs()
    var kills: [String: Int64] = [:]
    let asks = asks
    for entry in entries.sorted(by: { ($0.begin, $0.end) < ($1.begin, $1.end) }) {
      for (id, outcome) in outcomes(entry) {
        guard case .granted(let grant) = outcome else { continue }
        book.add(grant, of: id, session: asks[id]?.0.session, entry)
      }
      switch entry.event {
      case .answered(.renew(let batch), .renewed(let renewals, _)):
        for (key, renewal) in zip(batch.leases, renewals) { book.renew(key, renewal, entry) }
      case .sent(.giveBack(let giving)):
        book.end(giving.lease.request, at: entry.begin) {
          giving.names.isEmpty || giving.names.contains($0.resource)
        }
      case .sent(.withdraw(let id)): book.end(id, at: entry.begin) { _ in true }
      case .sent(.close(let session)): book.endAll(at: entry.begin) { $0.session == session }
      case .sent(.keep(.takeBack(let name, _, true))):
        book.endAll(at: entry.begin) { $0.resource == name }
      case .killed(let process): kills[process] = entry.begin
      default: break
      }
    }
    // Also what was granted between the decision to kill it and its death.
    for (process, instant) in kills { book.endAll(at: instant) { $0.process == process } }
    return book.beliefs.values.flatMap(\.self)
  }

  /// The times between looks at a lease that found the resource its holder's own.
  private func observations() -> [Belief] {
    let requests = Dictionary(
      entries.flatMap { entry in
        outcomes(entry).compactMap { id, outcome -> (Fence, LendingID)? in
          if case .granted(let grant) = outcome { (grant.fence, id) } else { nil }
        }
      }, uniquingKeysWith: { first, _ in first })
    var seen: [String: [Fence: Belief]] = [:]
    for entry in entries {
      guard case .holds(let resource, let fence) = entry.event else { continue }
      let new = Belief(
        process: entry.process, request: requests[fence] ?? LendingID(high: 0, low: 0),
        resource: resource, from: entry.begin, deadline: entry.begin, evidence: [entry])
      var belief = seen[resource]?[fence] ?? new
      belief.extend(to: entry.begin, entry)
      seen[resource, default: [:]][fence] = belief
    }
    return seen.values.flatMap(\.values)
  }
}

/// The beliefs of each request.
private struct Beliefs {
  var beliefs: [LendingID: [Belief]] = [:]

  mutating func add(
    _ grant: LendingGrant, of id: LendingID, session: LendingID?, _ entry: HistoryEntry
  ) {
    let deadline = Self.deadline(entry.begin, grant.remaining)
    for resource in grant.resources {
      if let index = beliefs[id]?.firstIndex(where: { $0.resource == resource.name }) {
        beliefs[id]?[index].extend(to: deadline, entry)
      } else {
        beliefs[id, default: []].append(
          Belief(
            process: entry.process, session: session, request: id, resource: resource.name,
            from: entry.end, deadline: deadline, evidence: [entry]))
      }
    }
  }

  mutating func renew(_ key: LendingKey, _ renewal: LendingRenewal, _ entry: HistoryEntry) {
    guard case .renewed(let remaining, _) = renewal else {
      return end(key.request, at: entry.end) { _ in true }
    }
    let deadline = Self.deadline(entry.begin, remaining)
    for index in beliefs[key.request, default: []].indices {
      beliefs[key.request]?[index].extend(to: deadline, entry)
    }
  }

  mutating func end(_ id: LendingID, at instant: Int64, _ isMeant: (Belief) -> Bool) {
    for index in beliefs[id, default: []].indices {
      guard let belief = beliefs[id]?[index], isMeant(belief) else { continue }
      beliefs[id]?[index].endedAt = min(belief.endedAt, instant)
    }
  }

  mutating func endAll(at instant: Int64, _ isMeant: (Belief) -> Bool) {
    for id in Array(beliefs.keys) { end(id, at: instant, isMeant) }
  }

  private static func deadline(_ sent: Int64, _ remaining: Duration) -> Int64 {
    sent + remaining.microseconds * 990
  }
}

extension Belief {
  fileprivate mutating func extend(to deadline: Int64, _ entry: HistoryEntry) {
    guard deadline > self.deadline else { return }
    self.deadline = deadline
    evidence = [evidence[0], entry]
  }
}
#endif
