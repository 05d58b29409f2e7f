@_spi(Store) import StagecraftSharedPools

/// Lending by its definition: arrays, and after each change a walk along the whole line.
///
/// It shares no decision with `LendingMachine`, and takes quadratic time.
struct NaiveLending {
  var pool: LendingPoolRecord?
  var resources: [LendingResourceRecord] = []
  var requests: [LendingRequestRecord] = []
  var sessions: [LendingSessionRecord] = []
  var log: [LendingEvent] = []
  /// The requests that were notified by the last decision.
  var notified: [LendingID] = []
  var now: Int64 = 0

  var settings: SharedPoolSettings { pool?.settings ?? SharedPoolSettings() }
  var life: Int64 { settings.timeToLive.microseconds }
  var grace: Int64 { settings.effectiveGrace.microseconds }

  /// The waiting requests in the order of the line.
  var line: [LendingRequestRecord] {
    requests.filter { $0.state == .waiting }.sorted { $0.place < $1.place }
  }

  func request(_ id: LendingID) -> LendingRequestRecord? { requests.first { $0.id == id } }

  func session(_ id: LendingID) -> LendingSessionRecord? {
    sessions.first { $0.session.id == id }
  }

  func held(by id: LendingID) -> [LendingResourceRecord] {
    resources.filter { $0.request == id }
      .sorted { ($0.want, $0.ordinal) < ($1.want, $1.ordinal) }
  }

  mutating func replace(_ request: LendingRequestRecord) {
    requests = requests.map { $0.id == request.id ? request : $0 }
  }

  mutating func note(
    _ kind: LendingEvent.Kind, _ resource: String? = nil, _ request: LendingID? = nil,
    _ fence: Fence? = nil, _ detail: String? = nil
  ) {
    log.append(
      LendingEvent(
        number: Int64(log.count + 1), kind: kind, resource: resource, request: request,
        fence: fence, detail: detail))
  }

  mutating func answer(_ call: LendingCall, at now: Int64) -> LendingAnswer {
    self.now = now
    notified = []
    if case .open(let settings, let session) = call { return open(settings, session) }
    guard let pool else { return .refused(.unknownPool) }
    switch call {
    case .open(let settings, let session): return open(settings, session)
    case .ask(let ask): return self.ask(ask)
    case .renew(let batch): return self.renew(batch)
    case .giveBack(let giving): return giveBack(giving)
    case .withdraw(let id): return withdraw(id)
    case .sweep:
      sweep()
      return .swept(next: next)
    case .close(let session):
      sweep()
      end(session, leases: .returned, waiting: .withdrawn)
      return .done
    case .keep(let upkeep): return keep(upkeep)
    case .report: return .reported(report(pool))
    case .events(let number, let limit):
      return .events(Array(log.filter { $0.number > number }.prefix(limit)))
    }
  }

  private mutating func open(
    _ settings: SharedPoolSettings?, _ session: LendingSession
  ) -> LendingAnswer {
    if let flaw = settings?.flaw ?? session.flaw { return .refused(.invalid(flaw)) }
    if pool == nil { pool = LendingPoolRecord(settings: settings ?? SharedPoolSettings()) }
    sessions.removeAll { $0.session.id == session.id }
    sessions.append(LendingSessionRecord(session: session, presentUntil: now + life + grace))
    return .opened(self.settings)
  }

  private func report(_ pool: LendingPoolRecord) -> SharedPoolReport {
    func describe(_ id: LendingID) -> LendingSession {
      session(id)?.session ?? LendingSession(id: id, host: "unknown", process: 0)
    }
    let entries = resources.map { resource in
      var entry = SharedPoolReport.Resource(
        name: resource.name, labels: resource.labels, state: .free, shows: resource.shows,
        reason: resource.reason)
      switch resource.state {
      case .free: entry.state = .free
      case .quarantined: entry.state = .quarantined
      case .retired: entry.state = .retired
      case .lent: entry.state = resource.stateOnReturn == .retired ? .draining : .lent
      }
      if let holder = resource.request.flatMap(request) {
        if now >= holder.leaseEndsAt { entry.state = .overdue }
        entry.holder = SharedPoolReport.Holder(
          request: holder.id, session: describe(holder.session), fence: holder.fence ?? Fence(0),
          held: .microseconds(now - holder.grantedAt),
          remaining: .microseconds(holder.leaseEndsAt - now))
      }
      return entry
    }
    let waiters = line.map {
      SharedPoolReport.Waiter(
        request: $0.id, session: describe($0.session), wants: $0.wants, priority: $0.priority,
        waited: .microseconds(now - $0.joinedAt))
    }
    return SharedPoolReport(
      settings: pool.settings, resources: entries, line: waiters, waiting: waiters.count,
      events: log.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 })
  }
}
