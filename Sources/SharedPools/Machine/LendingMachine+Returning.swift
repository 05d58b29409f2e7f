@_spi(Store) extension LendingMachine {
  mutating func giveBack(
    _ giving: LendingReturn, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    if let flaw = giving.flaw { return .refused(.invalid(flaw)) }
    try sweep(at: now)
    guard let request = try records.request(giving.lease.request) else {
      return .returned(.unknown)
    }
    if let end = request.end { return .returned(.already(end)) }
    guard request.state == .granted, request.fence == giving.lease.fence else {
      return .returned(.unknown)
    }
    let held = try records.resources(of: request.id)
    let names = Set(giving.names)
    let returned = names.isEmpty ? held : held.filter { names.contains($0.name) }
    // The others were returned before.
    if returned.isEmpty { return .returned(.already(.returned)) }
    if returned.count == held.count { try end(request, .returned, at: now) }
    try release(returned, .returned, giving.condition, at: now)
    return .returned(.returned)
  }

  mutating func withdraw(
    _ id: LendingID, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    try sweep(at: now)
    guard let request = try records.request(id) else {
      var tombstone = LendingRequestRecord(
        id: id, session: LendingID(high: 0, low: 0), wants: [], kind: 0, priority: 0,
        place: LendingPlace(rank: 0, ticket: 0), joinedAt: now)
      tombstone.state = .ended
      tombstone.end = .withdrawn
      tombstone.endedAt = now
      try records.insert(tombstone)
      try records.append(LendingEvent(kind: .tombstone, request: id))
      return .withdrawn(.unknown)
    }
    switch request.state {
    case .ended: return .withdrawn(.already(request.end ?? .returned))
    case .waiting:
      try leaveLine(request, .withdrawn, at: now)
      return .withdrawn(.left)
    case .granted:
      let held = try records.resources(of: id)
      try end(request, .withdrawn, at: now)
      try release(held, .returned, .ready(shows: nil), at: now)
      return .withdrawn(.returned)
    }
  }

  mutating func close(
    _ session: LendingID, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    try sweep(at: now)
    try endRequests(of: session, leases: .returned, waiting: .withdrawn, at: now)
    return .done
  }

  /// Ends all requests of a session whose process has ended, without waiting for its leases to end.
  ///
  /// For stores that can see this, such as by a lock that the process held.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - now: The store's clock.
  /// - Returns: The notifications to send once this is durable.
  /// - Throws: The error of the tables. The transaction must then be rolled back.
  public mutating func sessionHasGone(
    _ session: LendingID, at now: Int64
  ) throws(Records.Failure) -> [Notification] {
    notifications.removeAll()
    defer { notifications.removeAll() }
    guard try records.pool() != nil else { return [] }
    try endRequests(of: session, leases: .gone, waiting: .gone, at: now)
    return notifications
  }

  /// Raises the epoch of fences, because the store cannot be sure of its last counter.
  ///
  /// - Parameters:
  ///   - epoch: An epoch that was used before; the new one is above it and above the present one.
  ///   - counter: The counter after which the fences of the new epoch begin.
  ///   - now: The store's clock.
  ///   - endingLeases: Whether all holders and waiting clients have ended too, such as after a
  ///     restart of the machine on which they all ran.
  /// - Returns: The notifications to send once this is durable.
  /// - Throws: The error of the tables. The transaction must then be rolled back.
  public mutating func raiseEpoch(
    above epoch: Int64 = 0, after counter: Int64 = 0, at now: Int64, endingLeases: Bool
  ) throws(Records.Failure) -> [Notification] {
    notifications.removeAll()
    defer { notifications.removeAll() }
    guard var pool = try records.pool() else { return [] }
    pool.epoch = max(pool.epoch, epoch) + 1
    pool.lastFence = counter
    // The clock may have started again.
    if endingLeases { pool.lastJoin = .min / 2 }
    try records.setPool(pool)
    try records.append(LendingEvent(kind: .epoch, detail: String(pool.epoch)))
    if endingLeases {
      for request in try records.line(limit: .max) { try end(waiting: request, .gone, at: now) }
      for lease in try records.leases(endedBy: .max, limit: .max) {
        try endLease(lease, .gone, at: now)
      }
      for session in try records.sessions(unseenSince: .max, limit: .max) {
        try records.removeSession(session)
      }
    }
    return notifications
  }

  // MARK: Parts

  mutating func sweep(at now: Int64) throws(Records.Failure) {
    guard let pool = try records.pool() else { return }
    let grace = pool.settings.effectiveGrace.microseconds
    let due = try records.leases(endedBy: now - grace, limit: 100)
    // Sessions that have gone leave the line before anything is freed, or each of their requests in
    // turn would be lent what the one before it did not return.
    var mustWalk = false
    for session in try records.sessions(unseenSince: now, limit: 100) {
      if try endWaiting(of: session, .gone, at: now) { mustWalk = true }
    }
    for lease in due where try isGone(lease.session, at: now) {
      if try endWaiting(of: lease.session, .gone, at: now) { mustWalk = true }
    }
    if mustWalk { try walk(at: now) }
    for lease in due { try endLease(lease, ending(of: lease, at: now) ?? .expired, at: now) }
    for session in try records.sessions(unseenSince: now, limit: 100) {
      try endRequests(of: session, leases: .gone, waiting: .gone, at: now)
    }
    try records.forget(endedBefore: now - 86_400_000_000, limit: 100)
  }

  private func isGone(_ session: LendingID, at now: Int64) throws(Records.Failure) -> Bool {
    guard let record = try records.session(session) else { return true }
    return record.presentUntil <= now
  }

  /// Also removes the session.
  private mutating func endRequests(
    of session: LendingID, leases end: LendingEnd, waiting: LendingEnd, at now: Int64
  ) throws(Records.Failure) {
    // Waiting requests leave first, so that they receive nothing.
    if try endWaiting(of: session, waiting, at: now) { try walk(at: now) }
    for request in try records.requests(of: session, in: .granted) {
      if end == .returned {
        let held = try records.resources(of: request.id)
        try self.end(request, .returned, at: now)
        try release(held, .returned, .ready(shows: nil), at: now)
      } else {
        try endLease(request, end, at: now)
      }
    }
    try records.removeSession(session)
  }

  /// Returns whether one of them was for several resources, so that the line must be walked.
  private mutating func endWaiting(
    of session: LendingID, _ end: LendingEnd, at now: Int64
  ) throws(Records.Failure) -> Bool {
    var wasForSeveral = false
    for request in try records.requests(of: session, in: .waiting) {
      try self.end(waiting: request, end, at: now)
      if request.isForSeveral { wasForSeveral = true }
    }
    return wasForSeveral
  }

  mutating func endLease(
    _ request: LendingRequestRecord, _ end: LendingEnd, at now: Int64
  ) throws(Records.Failure) {
    let held = try records.resources(of: request.id)
    try self.end(request, end, at: now)
    let kind: LendingEvent.Kind
    let condition: LendingReturn.Condition
    if case .takenBack = end {
      kind = .takenBack
      condition = .ready(shows: nil)
    } else {
      kind = .expired
      let isQuarantined = try records.pool()?.settings.onExpiry == .quarantine
      condition =
        isQuarantined ? .quarantined(reason: "its lease has expired") : .ready(shows: nil)
    }
    try release(held, kind, condition, at: now)
  }

  mutating func end(
    _ request: LendingRequestRecord, _ end: LendingEnd, at now: Int64
  ) throws(Records.Failure) {
    var request = request
    request.state = .ended
    request.end = end
    request.endedAt = now
    try records.update(request)
  }

  /// Ends a waiting request, and walks the line: what it kept aside is for those behind it.
  mutating func leaveLine(
    _ request: LendingRequestRecord, _ end: LendingEnd, at now: Int64
  ) throws(Records.Failure) {
    try self.end(waiting: request, end, at: now)
    if request.isForSeveral { try walk(at: now) }
  }

  mutating func end(
    waiting request: LendingRequestRecord, _ end: LendingEnd, at now: Int64
  ) throws(Records.Failure) {
    try self.end(request, end, at: now)
    try records.append(LendingEvent(kind: .left, request: request.id, detail: end.word))
  }

  /// Takes resources from a request that has ended, or that has returned them.
  mutating func release(
    _ resources: [LendingResourceRecord], _ kind: LendingEvent.Kind,
    _ condition: LendingReturn.Condition, at now: Int64
  ) throws(Records.Failure) {
    for resource in resources {
      var resource = resource
      let fence = try resource.request.flatMap { id throws(Records.Failure) in
        try records.request(id)?.fence
      }
      try records.append(
        LendingEvent(kind: kind, resource: resource.name, request: resource.request, fence: fence))
      resource.request = nil
      resource.state = resource.stateOnReturn
      resource.stateOnReturn = .free
      switch condition {
      case .ready(let shows?): resource.shows = shows
      case .ready(nil): break
      case .quarantined(let reason):
        if resource.state != .retired { resource.state = .quarantined }
        resource.reason = reason
      }
      switch resource.state {
      case .free:
        resource.freedAt = now
        resource.reason = nil
      case .quarantined:
        try records.append(
          LendingEvent(kind: .quarantined, resource: resource.name, detail: resource.reason))
      case .retired: try records.append(LendingEvent(kind: .retired, resource: resource.name))
      case .lent: preconditionFailure("A resource cannot be lent on return.")
      }
      try records.update(resource)
      if resource.state == .free { try settle(resource.ordinal, at: now) }
    }
  }
}

@_spi(Store) extension LendingRequestRecord {
  /// Whether it wants more than one resource.
  public var isForSeveral: Bool { wants.count > 1 || wants.contains { $0.count > 1 } }
}

extension LendingEnd {
  /// The kind of end, without its reason.
  public var word: String {
    switch self {
    case .returned: "returned"
    case .expired: "expired"
    case .tooLong: "too-long"
    case .takenBack: "taken-back"
    case .withdrawn: "withdrawn"
    case .gone: "gone"
    case .impossible: "impossible"
    }
  }

  /// Creates the end of a kind, or `nil` if there is no such kind.
  ///
  /// - Parameters:
  ///   - word: The kind, as in ``word``.
  ///   - reason: Why a lease was taken back; other kinds have no reason.
  public init?(word: String, reason: String? = nil) {
    switch word {
    case "returned": self = .returned
    case "expired": self = .expired
    case "too-long": self = .tooLong
    case "taken-back": self = .takenBack(reason: reason ?? "")
    case "withdrawn": self = .withdrawn
    case "gone": self = .gone
    case "impossible": self = .impossible
    default: return nil
    }
  }
}
