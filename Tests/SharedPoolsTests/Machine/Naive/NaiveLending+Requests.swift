@_spi(Store) import StagecraftSharedPools

extension NaiveLending {
  mutating func ask(_ ask: LendingAsk) -> LendingAnswer {
    if let known = request(ask.id) { return .asked(outcome(known)) }
    if let flaw = ask.flaw { return .refused(.invalid(flaw)) }
    guard var session = session(ask.session) else { return .refused(.unknownSession) }
    sweep()
    if let flaw = impossible(ask.wants) {
      return .refused(.impossible(want: flaw.want, fitting: flaw.fitting))
    }
    if session.presentUntil < now + (life + grace) / 2 {
      session.presentUntil = now + life + grace
      sessions.removeAll { $0.session.id == ask.session }
      sessions.append(session)
    }
    let before = self
    let joined = max(pool?.lastJoin ?? now, now)
    let rank = joined - Int64(ask.priority) * settings.ageing.microseconds
    pool?.lastTicket += 1
    pool?.lastJoin = joined
    requests.append(
      LendingRequestRecord(
        id: ask.id, session: ask.session, wants: ask.wants, kind: 0, priority: ask.priority,
        place: LendingPlace(rank: rank, ticket: pool?.lastTicket ?? 0), joinedAt: now))
    walk()
    guard let request = request(ask.id) else { return .asked(.unknown) }
    if request.state == .waiting {
      guard ask.joinsLine else {
        self = before
        return .asked(.notFree)
      }
      // Entries of grants that its place in the line has made possible come after it.
      let grants = log[before.log.count...]
      log.removeLast(grants.count)
      note(.joined, nil, ask.id)
      for grant in grants { note(grant.kind, grant.resource, grant.request, grant.fence) }
    }
    notified.removeAll { $0 == ask.id }
    return .asked(outcome(request))
  }

  mutating func renew(_ batch: LendingRenewalBatch) -> LendingAnswer {
    guard session(batch.session) != nil else { return .refused(.unknownSession) }
    sessions = sessions.map { session in
      var session = session
      if session.session.id == batch.session { session.presentUntil = now + life + grace }
      return session
    }
    let renewals = batch.leases.map { renew($0) }
    let outcomes = batch.waiting.map { id in request(id).map(outcome) ?? .unknown }
    return .renewed(leases: renewals, waiting: outcomes)
  }

  private mutating func renew(_ key: LendingKey) -> LendingRenewal {
    guard var request = request(key.request) else { return .unknown }
    if let end = request.end { return .ended(end) }
    if request.fence != key.fence { return .unknown }
    if let end = ending(of: request) { return .ended(end) }
    let last = settings.maximumHold.map { request.grantedAt + $0.microseconds } ?? .max
    let end = max(request.leaseEndsAt, min(now + life, last))
    request.leaseEndsAt = end
    replace(request)
    return .renewed(remaining: .microseconds(end - now), isFinal: end >= last)
  }

  mutating func giveBack(_ giving: LendingReturn) -> LendingAnswer {
    if let flaw = giving.flaw { return .refused(.invalid(flaw)) }
    sweep()
    guard let request = request(giving.lease.request) else { return .returned(.unknown) }
    if let end = request.end { return .returned(.already(end)) }
    if request.fence != giving.lease.fence { return .returned(.unknown) }
    let all = held(by: request.id)
    let some = all.filter { giving.names.isEmpty || giving.names.contains($0.name) }
    if some.isEmpty { return .returned(.already(.returned)) }
    if some.count == all.count { end(request, .returned) }
    for resource in some { free(resource.ordinal, .returned, giving.condition) }
    return .returned(.returned)
  }

  mutating func withdraw(_ id: LendingID) -> LendingAnswer {
    sweep()
    guard let request = request(id) else {
      var tombstone = LendingRequestRecord(
        id: id, session: id, wants: [], kind: 0, priority: 0,
        place: LendingPlace(rank: 0, ticket: 0), joinedAt: now)
      tombstone.state = .ended
      tombstone.end = .withdrawn
      tombstone.endedAt = now
      requests.append(tombstone)
      note(.tombstone, nil, id)
      return .withdrawn(.unknown)
    }
    if let end = request.end { return .withdrawn(.already(end)) }
    if request.state == .waiting {
      leave(request, .withdrawn)
      walk()
      return .withdrawn(.left)
    }
    let all = held(by: id)
    end(request, .withdrawn)
    for resource in all { free(resource.ordinal, .returned, .ready(shows: nil)) }
    return .withdrawn(.returned)
  }

  func outcome(_ request: LendingRequestRecord) -> LendingOutcome {
    if let end = request.end { return .ended(end) }
    if request.state == .waiting { return .waiting(next: next) }
    if let end = ending(of: request) { return .ended(end) }
    let resources = held(by: request.id).map {
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
