@_spi(Store) import StagecraftSharedPools

extension NaiveLending {
  /// How a lease has ended for its holder.
  func ending(of request: LendingRequestRecord) -> LendingEnd? {
    if let reason = request.revoked { return .takenBack(reason: reason) }
    if now < request.leaseEndsAt { return nil }
    let last = settings.maximumHold.map { request.grantedAt + $0.microseconds } ?? .max
    return request.leaseEndsAt >= last ? .tooLong : .expired
  }

  /// How long until something may be due.
  var next: Duration? {
    let lease = requests.filter { $0.state == .granted }.map { $0.leaseEndsAt + grace }.min()
    let isSeveralWaiting = line.contains { Self.needs(of: $0.wants).count > 1 }
    let moments = [lease, isSeveralWaiting ? now + life + grace : nil].compactMap(\.self)
    return moments.min().map { .microseconds(max(0, $0 - now)) }
  }

  mutating func sweep() {
    let due = requests.filter { $0.state == .granted && $0.leaseEndsAt + grace <= now }
      .sorted { ($0.leaseEndsAt, $0.place.ticket) < ($1.leaseEndsAt, $1.place.ticket) }
    let gone = sessions.filter { $0.presentUntil <= now }.map(\.session.id)
    // A session that still holds a lease stays until that has ended.
    let idle = gone.filter { id in !requests.contains { $0.session == id && $0.state == .granted } }
    let dueOwners = due.map(\.session).filter { gone.contains($0) || session($0) == nil }
    for id in sorted(idle) + dueOwners { leaveAll(of: id, .gone) }
    walk()
    for lease in due { expire(lease, ending(of: lease) ?? .expired) }
    let ended = gone.filter { id in !requests.contains { $0.session == id && $0.state == .granted }
    }
    for id in sorted(ended) { end(id, leases: .gone, waiting: .gone) }
    requests.removeAll { $0.state == .ended && $0.endedAt < now - 86_400_000_000 }
  }

  private func sorted(_ ids: [LendingID]) -> [LendingID] {
    ids.sorted { ($0.high, $0.low) < ($1.high, $1.low) }
  }

  mutating func end(_ id: LendingID, leases: LendingEnd, waiting: LendingEnd) {
    leaveAll(of: id, waiting)
    walk()
    for lease in requests.filter({ $0.session == id && $0.state == .granted })
      .sorted(by: { $0.place.ticket < $1.place.ticket })
    {
      if leases == .returned {
        let all = held(by: lease.id)
        end(lease, .returned)
        for resource in all { free(resource.ordinal, .returned, .ready(shows: nil)) }
      } else {
        expire(lease, leases)
      }
    }
    sessions.removeAll { $0.session.id == id }
  }

  private mutating func leaveAll(of id: LendingID, _ end: LendingEnd) {
    let waiting = requests.filter { $0.session == id && $0.state == .waiting }
    for request in waiting.sorted(by: { $0.place.ticket < $1.place.ticket }) {
      leave(request, end)
    }
  }

  mutating func leave(_ request: LendingRequestRecord, _ end: LendingEnd) {
    self.end(request, end)
    note(.left, nil, request.id, nil, end.word)
  }

  mutating func end(_ request: LendingRequestRecord, _ end: LendingEnd) {
    var request = request
    request.state = .ended
    request.end = end
    request.endedAt = now
    replace(request)
  }

  /// Ends a lease that its holder did not return.
  mutating func expire(_ request: LendingRequestRecord, _ end: LendingEnd) {
    let all = held(by: request.id)
    self.end(request, end)
    for resource in all {
      if case .takenBack = end {
        free(resource.ordinal, .takenBack, .ready(shows: nil))
      } else if settings.onExpiry == .quarantine {
        free(resource.ordinal, .expired, .quarantined(reason: "its lease has expired"))
      } else {
        free(resource.ordinal, .expired, .ready(shows: nil))
      }
    }
  }

  /// Takes a resource from its holder, and walks the line.
  mutating func free(
    _ ordinal: Int, _ kind: LendingEvent.Kind, _ condition: LendingReturn.Condition
  ) {
    var resource = resources[ordinal]
    note(kind, resource.name, resource.request, resource.request.flatMap(request)?.fence)
    resource.request = nil
    resource.state = resource.stateOnReturn
    resource.stateOnReturn = .free
    switch condition {
    case .ready(let shows): resource.shows = shows ?? resource.shows
    case .quarantined(let reason):
      resource.reason = reason
      if resource.state == .free { resource.state = .quarantined }
    }
    if resource.state == .free {
      resource.reason = nil
      resource.freedAt = now
    }
    resources[ordinal] = resource
    if resource.state == .quarantined {
      note(.quarantined, resource.name, nil, nil, resource.reason)
    }
    if resource.state == .retired { note(.retired, resource.name) }
    walk()
  }

  mutating func sessionHasGone(_ id: LendingID, at now: Int64) {
    self.now = now
    notified = []
    if pool != nil { end(id, leases: .gone, waiting: .gone) }
  }

  mutating func raiseEpoch(at now: Int64, endingLeases: Bool) {
    self.now = now
    notified = []
    guard pool != nil else { return }
    pool?.epoch += 1
    pool?.lastFence = 0
    note(.epoch, nil, nil, nil, String(pool?.epoch ?? 0))
    guard endingLeases else { return }
    pool?.lastJoin = .min / 2
    for request in line { leave(request, .gone) }
    let leases = requests.filter { $0.state == .granted }
    for lease in leases.sorted(by: {
      ($0.leaseEndsAt, $0.place.ticket) < ($1.leaseEndsAt, $1.place.ticket)
    }) {
      expire(lease, .gone)
    }
    sessions = []
  }
}
