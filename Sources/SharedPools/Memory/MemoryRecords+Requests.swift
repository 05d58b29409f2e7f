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

  private mutating func place(_ request: LendingRequestRecord) {
    switch request.state {
    case .waiting:
      let waiter = Waiter(place: request.place, id: request.id, kind: request.kind)
      line.insert(waiter, at: position(of: request.place))
    case .granted: granted.insert(request.id)
    case .ended:
      let index = ended.lastIndex { $0.instant <= request.endedAt }
      ended.insert((request.endedAt, request.id), at: index.map { $0 + 1 } ?? 0)
    }
  }

  private mutating func displace(_ request: LendingRequestRecord) {
    switch request.state {
    case .waiting: line.remove(at: position(of: request.place))
    case .granted: granted.remove(request.id)
    case .ended: ended.removeAll { $0.id == request.id }
    }
  }

  /// How many waiting requests have a place before `place`.
  private func position(of place: LendingPlace) -> Int {
    var low = 0
    var high = line.count
    while low < high {
      let middle = (low + high) / 2
      if line[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first waiting request of a kind whose place is after `place`.
  public func firstWaiting(
    ofKind kind: Int, after place: LendingPlace?
  ) -> LendingRequestRecord? {
    let first = place.map { position(of: LendingPlace(rank: $0.rank, ticket: $0.ticket + 1)) } ?? 0
    return line[first...].first { $0.kind == kind }.flatMap { requests[$0.id] }
  }

  /// Whether a request waits that wants more than one resource.
  public func isMultipleWaiting() -> Bool {
    let several = kinds.filter { $0.value.labelSets.count > 1 }
    return !several.isEmpty && line.contains { several[$0.kind] != nil }
  }

  /// The requests of a session in this state, by ticket.
  public func requests(
    of session: LendingID, in state: LendingRequestRecord.State
  ) -> [LendingRequestRecord] {
    let all: [LendingID] =
      switch state {
      case .waiting: line.map(\.id)
      case .granted: Array(granted)
      case .ended: []
      }
    return all.compactMap { requests[$0] }.filter { $0.session == session }
      .sorted { $0.place.ticket < $1.place.ticket }
  }

  /// Granted requests whose leases ended at `instant` or earlier, by end and then ticket.
  public func leases(endedBy instant: Int64, limit: Int) -> [LendingRequestRecord] {
    let over = granted.compactMap { requests[$0] }.filter { $0.leaseEndsAt <= instant }
    return Array(
      over.sorted { ($0.leaseEndsAt, $0.place.ticket) < ($1.leaseEndsAt, $1.place.ticket) }
        .prefix(limit))
  }

  /// The earliest end of a lease.
  public func firstEndOfLease() -> Int64? {
    granted.lazy.compactMap { requests[$0]?.leaseEndsAt }.min()
  }

  /// The first waiting requests in the order of the line.
  public func line(limit: Int) -> [LendingRequestRecord] {
    line.prefix(limit).compactMap { requests[$0.id] }
  }

  /// How many requests wait.
  public func waitingCount() -> Int { line.count }

  /// Removes requests that ended before `instant`, the earliest first, and kinds and label sets
  /// without requests.
  public mutating func forget(endedBefore instant: Int64, limit: Int) {
    let old = ended.prefix(limit).prefix { $0.instant < instant }
    for (_, id) in old {
      if let request = requests.removeValue(forKey: id) { kinds[request.kind]?.requests -= 1 }
    }
    ended.removeFirst(old.count)
    kinds = kinds.filter { $0.value.requests > 0 }
    let used = Set(kinds.values.lazy.flatMap(\.labelSets))
    labelSets = labelSets.filter { used.contains($0.key) }
  }
}
