extension LendingMachine {
  /// Changes no resource and nothing in the line, so a store can decide it without the line's lock.
  mutating func renew(
    _ batch: LendingRenewalBatch, in pool: LendingPoolRecord, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    guard var session = try records.session(batch.session) else { return .refused(.unknownSession) }
    session.presentUntil = now + pool.presence
    try records.setSession(session)
    var renewals: [LendingRenewal] = []
    for lease in batch.leases { renewals.append(try renew(lease, in: pool, at: now)) }
    var outcomes: [LendingOutcome] = []
    for id in batch.waiting {
      guard let request = try records.request(id) else {
        outcomes.append(.unknown)
        continue
      }
      outcomes.append(try outcome(of: request, at: now))
    }
    return .renewed(leases: renewals, waiting: outcomes)
  }

  private mutating func renew(
    _ lease: LendingKey, in pool: LendingPoolRecord, at now: Int64
  ) throws(Records.Failure) -> LendingRenewal {
    guard var request = try records.request(lease.request) else { return .unknown }
    if let end = request.end { return .ended(end) }
    guard request.state == .granted, request.fence == lease.fence else { return .unknown }
    if let end = try ending(of: request, at: now) { return .ended(end) }
    let last = pool.settings.maximumHold.map { request.grantedAt + $0.microseconds } ?? .max
    let end = min(now + pool.settings.timeToLive.microseconds, last)
    // Stricter rules do not move the end to an earlier moment: its holder relies on the end that it
    // has received, and would go on doing so if this answer were lost.
    if end > request.leaseEndsAt {
      request.leaseEndsAt = end
      try records.update(request)
    }
    let isFinal = last <= request.leaseEndsAt
    return .renewed(remaining: .microseconds(request.leaseEndsAt - now), isFinal: isFinal)
  }
}
