@_spi(Store) extension MemoryRecords {
  /// The request with this identifier.
  public func request(_ id: LendingID) -> LendingRequestRecord? { requests[id] }

  /// Adds a request.
  public mutating func insert(_ request: LendingRequestRecord) {
    requests[request.id] = request
    kinds[request.kind]?.requests += 1
    place(request)
  }

  /// Replaces a request with the same identifier.
  public mutating func update(_ request: LendingRequestRecord) {
    guard let old = requests.updateValue(request, forKey: request.id) else { return }
    displace(old)
    place(request)
  }

  /// The first waiting request of a kind whose place is after `place`.
  public func firstWaiting(
    ofKind kind: Int, after place: LendingPlace?
  ) -> LendingRequestRecord? {
    guard let waiting = kinds[kind]?.waiting else { return nil }
    let waiter = place.map { waiting.first(after: MemoryWaiter(after: $0)) } ?? waiting.first
    return waiter.flatMap { requests[$0.id] }
  }

  /// Whether a request waits that wants more than one resource.
  public func isMultipleWaiting() -> Bool { waitingForSeveral > 0 }

  /// The requests of a session in this state, by ticket.
  public func requests(
    of session: LendingID, in state: LendingRequestRecord.State
  ) -> [LendingRequestRecord] {
    guard let all = sessionRequests[session] else { return [] }
    let some =
      switch state {
      case .waiting: all.waiting
      case .granted: all.granted
      case .ended: [:] as [Int64: LendingID]
      }
    return some.sorted { $0.key < $1.key }.compactMap { requests[$0.value] }
  }

  /// Granted requests whose leases ended at `instant` or earlier, by end and then ticket.
  public func leases(endedBy instant: Int64, limit: Int) -> [LendingRequestRecord] {
    leases.lazy.prefix { $0.instant <= instant }.prefix(limit).compactMap { requests[$0.id] }
  }

  /// The earliest end of a lease.
  public func firstEndOfLease() -> Int64? { leases.first?.instant }

  /// The first waiting requests in the order of the line.
  public func line(limit: Int) -> [LendingRequestRecord] {
    line.lazy.prefix(limit).compactMap { requests[$0.id] }
  }

  /// How many requests wait.
  public func waitingCount() -> Int { line.count }

  /// Removes requests that ended before `instant`, the earliest first, and kinds and label sets
  /// without requests.
  public mutating func forget(endedBefore instant: Int64, limit: Int) {
    let old = Array(ended.lazy.prefix { $0.instant < instant }.prefix(limit))
    for entry in old {
      ended.remove(entry)
      guard let request = requests.removeValue(forKey: entry.id) else { continue }
      kinds[request.kind]?.requests -= 1
      if kinds[request.kind]?.requests == 0 { forget(kind: request.kind) }
    }
    if !old.isEmpty { requests.releaseSpareCapacity() }
    forgetUnusedLabelSets()
  }

  private mutating func place(_ request: LendingRequestRecord) {
    switch request.state {
    case .waiting:
      let waiter = MemoryWaiter(request)
      line.insert(waiter)
      if request.isForSeveral { waitingForSeveral += 1 }
      sessionRequests[request.session, default: MemorySessionRequests()]
        .waiting[request.place.ticket] = request.id
      kinds[request.kind]?.waiting.insert(waiter)
      if kinds[request.kind]?.waiting.count == 1 { setWaiting(true, kind: request.kind) }
    case .granted:
      leases.insert(MemoryEnd(request, request.leaseEndsAt))
      removeFromSessionsWithoutLease(request.session)
      sessionRequests[request.session, default: MemorySessionRequests()]
        .granted[request.place.ticket] = request.id
    case .ended:
      ended.insert(MemoryEnd(request, request.endedAt))
    }
  }

  private mutating func displace(_ request: LendingRequestRecord) {
    switch request.state {
    case .waiting:
      let waiter = MemoryWaiter(request)
      line.remove(waiter)
      if request.isForSeveral { waitingForSeveral -= 1 }
      sessionRequests[request.session]?.waiting[request.place.ticket] = nil
      sessionRequests[request.session]?.waiting.releaseSpareCapacity()
      removeEmptySessionRequests(request.session)
      kinds[request.kind]?.waiting.remove(waiter)
      if kinds[request.kind]?.waiting.isEmpty == true { setWaiting(false, kind: request.kind) }
    case .granted:
      leases.remove(MemoryEnd(request, request.leaseEndsAt))
      sessionRequests[request.session]?.granted[request.place.ticket] = nil
      sessionRequests[request.session]?.granted.releaseSpareCapacity()
      addToSessionsWithoutLease(request.session)
      removeEmptySessionRequests(request.session)
    case .ended:
      ended.remove(MemoryEnd(request, request.endedAt))
    }
  }

  private mutating func setWaiting(_ isWaiting: Bool, kind: Int) {
    for set in kinds[kind]?.labelSets ?? [] {
      if isWaiting {
        labelSets[set]?.waitingKinds.insert(kind)
        if labelSets[set]?.fitting.free.isEmpty == false { openLabelSets.insert(set) }
      } else {
        labelSets[set]?.waitingKinds.remove(kind)
        if labelSets[set]?.waitingKinds.isEmpty == true { openLabelSets.remove(set) }
      }
    }
  }

  private mutating func removeEmptySessionRequests(_ session: LendingID) {
    guard sessionRequests[session]?.isEmpty == true else { return }
    sessionRequests[session] = nil
    sessionRequests.releaseSpareCapacity()
  }
}
