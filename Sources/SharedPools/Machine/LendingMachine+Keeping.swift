extension LendingMachine {
  mutating func keep(
    _ upkeep: LendingUpkeep, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    if let flaw = upkeep.flaw { return .refused(.invalid(flaw)) }
    try sweep(at: now)
    switch upkeep {
    case .add(let additions): return try add(additions, at: now)
    case .drain(let name): return try drain(name, at: now)
    case .quarantine(let name, let reason): return try quarantine(name, reason, at: now)
    case .repair(let name): return try repair(name, at: now)
    case .takeBack(let name, let reason, let immediately):
      return try takeBack(name, reason, immediately, at: now)
    case .configure(let settings):
      guard var pool = try records.pool() else { return .refused(.unknownPool) }
      pool.settings = settings
      try records.setPool(pool)
      try records.append(LendingEvent(kind: .configured))
      return .done
    }
  }

  /// Adds all, or none if the name of one is in use.
  private mutating func add(
    _ additions: [LendingAddition], at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    for addition in additions {
      guard let known = try records.resource(named: addition.name) else { continue }
      if known.token != addition.token, known.state != .retired {
        return .refused(.duplicate(name: addition.name))
      }
    }
    for addition in additions { try add(addition, at: now) }
    return .done
  }

  private mutating func add(
    _ addition: LendingAddition, at now: Int64
  ) throws(Records.Failure) {
    var new = LendingResourceRecord(
      name: addition.name, labels: addition.labels, payload: addition.payload,
      token: addition.token, freedAt: now)
    if let known = try records.resource(named: addition.name) {
      if known.token == addition.token { return }
      new.ordinal = known.ordinal
      try records.update(new)
    } else {
      new.ordinal = try records.insert(new)
    }
    let labels = addition.labels.all.joined(separator: ",")
    try records.append(LendingEvent(kind: .added, resource: addition.name, detail: labels))
    try settle(new.ordinal, at: now)
  }

  private mutating func drain(
    _ name: String, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    guard var resource = try records.resource(named: name) else {
      return .refused(.unknownResource(name: name))
    }
    if resource.state == .retired || resource.stateOnReturn == .retired { return .done }
    if resource.state == .lent {
      resource.stateOnReturn = .retired
      try records.append(LendingEvent(kind: .draining, resource: name))
    } else {
      resource.state = .retired
      try records.append(LendingEvent(kind: .retired, resource: name))
    }
    try records.update(resource)
    if try endImpossible(without: resource.ordinal, at: now) {
      try walk(at: now)
    } else {
      try settleSeveral(at: now)
    }
    return .done
  }

  /// Ends waiting requests that the stock cannot satisfy any more, in the order of the line;
  /// returns whether one was for several resources, so that the line must be walked.
  private mutating func endImpossible(
    without ordinal: Int, at now: Int64
  ) throws(Records.Failure) -> Bool {
    var impossible: [LendingRequestRecord] = []
    for kind in try records.waitingKinds(fitting: ordinal) {
      var next = try records.firstWaiting(ofKind: kind, after: nil)
      guard let head = next, try match(needs(of: head), in: .stock).complete == nil else {
        continue
      }
      while let request = next {
        impossible.append(request)
        next = try records.firstWaiting(ofKind: kind, after: request.place)
      }
    }
    for request in impossible.sorted(by: { $0.place < $1.place }) {
      notifications.append(Notification(session: request.session, request: request.id))
      try end(waiting: request, .impossible, at: now)
    }
    return impossible.contains(where: \.isForSeveral)
  }

  private mutating func quarantine(
    _ name: String, _ reason: String, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    guard var resource = try records.resource(named: name) else {
      return .refused(.unknownResource(name: name))
    }
    if resource.state == .retired || resource.stateOnReturn == .retired {
      let state: SharedPoolReport.State = resource.state == .retired ? .retired : .draining
      return .refused(.wrongState(name: name, state: state))
    }
    if resource.state == .lent {
      resource.stateOnReturn = .quarantined
    } else {
      resource.state = .quarantined
    }
    resource.reason = reason
    try records.append(LendingEvent(kind: .quarantined, resource: name, detail: reason))
    try records.update(resource)
    try settleSeveral(at: now)
    return .done
  }

  private mutating func repair(
    _ name: String, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    guard var resource = try records.resource(named: name) else {
      return .refused(.unknownResource(name: name))
    }
    switch resource.state {
    case .free: return .done
    case .lent:
      if resource.stateOnReturn == .free { return .done }
      resource.stateOnReturn = .free
      resource.reason = nil
      try records.update(resource)
      try records.append(LendingEvent(kind: .repaired, resource: name))
    case .quarantined, .retired:
      resource.state = .free
      resource.freedAt = now
      resource.reason = nil
      try records.update(resource)
      try records.append(LendingEvent(kind: .repaired, resource: name))
      try settle(resource.ordinal, at: now)
    }
    return .done
  }

  private mutating func takeBack(
    _ name: String, _ reason: String, _ immediately: Bool, at now: Int64
  ) throws(Records.Failure) -> LendingAnswer {
    guard let resource = try records.resource(named: name) else {
      return .refused(.unknownResource(name: name))
    }
    guard resource.state == .lent, let id = resource.request, var request = try records.request(id)
    else {
      let state = SharedPoolReport.State(rawValue: resource.state.rawValue) ?? .free
      return .refused(.wrongState(name: name, state: state))
    }
    notifications.append(Notification(session: request.session, request: id))
    if immediately {
      try endLease(request, .takenBack(reason: reason), at: now)
    } else {
      request.revoked = reason
      try records.update(request)
      try records.append(
        LendingEvent(
          kind: .takenBack, resource: name, request: id, fence: request.fence, detail: reason))
    }
    return .done
  }

  func report(
    of pool: LendingPoolRecord, at now: Int64
  ) throws(Records.Failure) -> SharedPoolReport {
    var resources: [SharedPoolReport.Resource] = []
    for resource in try records.allResources() {
      var entry = SharedPoolReport.Resource(
        name: resource.name, labels: resource.labels,
        state: SharedPoolReport.State(rawValue: resource.state.rawValue) ?? .free,
        shows: resource.shows, reason: resource.reason)
      if let id = resource.request, let request = try records.request(id) {
        entry.holder = SharedPoolReport.Holder(
          request: id, session: try describe(request.session), fence: request.fence ?? Fence(0),
          held: .microseconds(now - request.grantedAt),
          remaining: .microseconds(request.leaseEndsAt - now))
        if now >= request.leaseEndsAt {
          entry.state = .overdue
        } else if resource.stateOnReturn == .retired {
          entry.state = .draining
        }
      }
      resources.append(entry)
    }
    var line: [SharedPoolReport.Waiter] = []
    for request in try records.line(limit: 1_000) {
      line.append(
        SharedPoolReport.Waiter(
          request: request.id, session: try describe(request.session), wants: request.wants,
          priority: request.priority, waited: .microseconds(now - request.joinedAt)))
    }
    return SharedPoolReport(
      settings: pool.settings, resources: resources, line: line,
      waiting: try records.waitingCount(), events: try records.eventCounts())
  }

  private func describe(_ id: LendingID) throws(Records.Failure) -> LendingSession {
    try records.session(id)?.session ?? LendingSession(id: id, host: "unknown", process: 0)
  }
}
