extension LendingMachine {
  mutating func ask(
    _ ask: LendingAsk, in pool: LendingPoolRecord, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    if let known = try records.request(ask.id) { return .asked(try outcome(of: known, at: now)) }
    if let flaw = ask.flaw { return .refused(.invalid(flaw)) }
    guard var session = try records.session(ask.session) else { return .refused(.unknownSession) }
    try sweep(at: now)

    let needs: LendingNeeds
    switch try self.needs(of: ask.wants) {
    case .satisfiable(let found): needs = found
    case .impossible(let want, let fitting):
      return .refused(.impossible(want: want, fitting: fitting))
    }
    // An ask proves presence too. It is written only now and then, because every ask would write
    // this row.
    if session.presentUntil < now + pool.presence / 2 {
      session.presentUntil = now + pool.presence
      try records.setSession(session)
    }

    var pool = try records.pool() ?? pool
    pool.lastTicket += 1
    pool.lastJoin = max(now, pool.lastJoin)
    let rank = pool.lastJoin - Int64(ask.priority) * pool.settings.ageing.microseconds
    let place = LendingPlace(rank: rank, ticket: pool.lastTicket)
    let match = try newcomerMatch(for: needs, at: place)
    if match == nil, !ask.joinsLine { return .asked(.notFree) }

    try records.setPool(pool)
    var request = LendingRequestRecord(
      id: ask.id, session: ask.session, wants: ask.wants, kind: try records.kind(needs.labelSets),
      priority: ask.priority, place: place, joinedAt: now)
    try records.insert(request)
    if let match {
      try grant(&request, match, at: now)
    } else {
      try records.append(LendingEvent(kind: .joined, request: ask.id))
    }
    try settleSeveral(at: now)
    return .asked(try outcome(of: request, at: now))
  }

  /// Matches a new request with what is free, if that is everything it wants.
  private func newcomerMatch(
    for needs: LendingNeeds, at place: LendingPlace
  ) throws(Records.Failure) -> [LendingMatch]? {
    guard try records.isMultipleWaiting() else {
      // No waiting request fits a free resource, or it would have been granted.
      return try match(needs, in: .free).complete
    }
    var walk = LendingWalk(kinds: try records.waitingKindsFittingFree())
    while let next = try nextInLine(&walk) {
      if place < next.place { break }
      _ = try keepAside(for: next, &walk)
    }
    return try match(needs, in: .free, excluding: walk.kept).complete
  }

  mutating func grant(
    _ request: inout LendingRequestRecord, _ matches: [LendingMatch], at now: Int64
  ) throws(Records.Failure) {
    guard var pool = try records.pool() else { preconditionFailure("The pool was removed.") }
    pool.lastFence += 1
    try records.setPool(pool)
    let fence = Fence(epoch: pool.epoch, counter: pool.lastFence)
    request.state = .granted
    request.fence = fence
    request.grantedAt = now
    request.leaseEndsAt = now + pool.settings.timeToLive.microseconds
    try records.update(request)
    let holder = try records.session(request.session)?.session.text
    for match in matches {
      var resource = try records.resource(at: match.ordinal)
      resource.state = .lent
      resource.request = request.id
      resource.want = match.want
      resource.isPreferred = match.isPreferred
      resource.shows = request.wants[match.want].preferring ?? resource.shows
      try records.update(resource)
      try records.append(
        LendingEvent(
          kind: .granted, resource: resource.name, request: request.id, fence: fence,
          detail: holder))
    }
  }

  func outcome(
    of request: LendingRequestRecord, at now: Int64
  ) throws(Records.Failure) -> LendingOutcome {
    switch request.state {
    case .waiting: return .waiting(next: try nextDue(at: now))
    case .ended: return .ended(request.end ?? .returned)
    case .granted:
      if let end = try ending(of: request, at: now) { return .ended(end) }
      let resources = try records.resources(of: request.id).map {
        LendingGrant.Resource(
          name: $0.name, want: $0.want, labels: $0.labels, payload: $0.payload,
          isPreferred: $0.isPreferred)
      }
      return .granted(
        LendingGrant(
          fence: request.fence ?? Fence(0), resources: resources,
          remaining: .microseconds(request.leaseEndsAt - now)))
    }
  }

  /// How long until a lease ends or, if a request for several resources keeps some aside, its
  /// session.
  func nextDue(at now: Int64) throws(Records.Failure) -> Duration? {
    guard let pool = try records.pool() else { return nil }
    let presence: Int64? = try records.isMultipleWaiting() ? pool.presence : nil
    guard let end = try records.firstEndOfLease() else { return presence.map { .microseconds($0) } }
    let lease = max(0, end + pool.settings.effectiveGrace.microseconds - now)
    return .microseconds(min(lease, presence ?? lease))
  }

  /// How a granted request has ended for its holder, even if its resources are not free yet.
  func ending(
    of request: LendingRequestRecord, at now: Int64
  ) throws(Records.Failure) -> LendingEnd? {
    if let reason = request.revoked { return .takenBack(reason: reason) }
    if now < request.leaseEndsAt { return nil }
    if let hold = try records.pool()?.settings.maximumHold,
      request.leaseEndsAt >= request.grantedAt + hold.microseconds
    {
      return .tooLong
    }
    return .expired
  }
}
