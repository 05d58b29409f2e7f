import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// What holds after every decision.
struct LendingInvariants {
  private var fences: [LendingID: Fence] = [:]
  private var ends: [LendingID: LendingEnd] = [:]
  private var lastEvent: Int64 = 0
  private var lastFence = Fence(0)
  private var line: [LendingRequestRecord] = []

  /// Checks the machine after a decision.
  mutating func check(_ machine: LendingMachine<MemoryRecords>, at now: Int64) throws {
    let records = machine.records
    try checkStock(records)
    try checkRequests(records)
    try checkLog(records)
    var copy = machine
    copy.notifications = []
    copy.walk(at: now)
    try #require(copy.notifications.isEmpty, "More can be granted: \(copy.notifications)")
    line = records.line(limit: .max)
  }

  /// Each resource is free, lent to exactly one lease, or out of service for a reason.
  private func checkStock(_ records: MemoryRecords) throws {
    for resource in records.allResources() {
      let holder = resource.request.flatMap { records.request($0) }
      try #require((resource.state == .lent) == (holder?.state == .granted), "\(resource)")
      try #require((resource.state == .lent) == (resource.request != nil), "\(resource)")
      try #require(resource.stateOnReturn != .lent, "\(resource)")
      if resource.state == .quarantined { try #require(resource.reason != nil, "\(resource)") }
      if resource.state == .free { try #require(resource.reason == nil, "\(resource)") }
    }
    for lease in records.leases(endedBy: .max, limit: .max) {
      try #require(!records.resources(of: lease.id).isEmpty, "A lease of nothing: \(lease)")
    }
  }

  /// Each request is granted at most once and ends at most once.
  private mutating func checkRequests(_ records: MemoryRecords) throws {
    // After a day, a request is forgotten, and its identifier may be used again.
    fences = fences.filter { records.requests[$0.key] != nil }
    ends = ends.filter { records.requests[$0.key] != nil }
    for request in records.requests.values {
      if let fence = request.fence {
        try #require(fences[request.id, default: fence] == fence, "A second grant: \(request)")
        fences[request.id] = fence
      }
      if let end = request.end {
        try #require(ends[request.id, default: end] == end, "A second end: \(request)")
        ends[request.id] = end
      }
      try #require((request.state == .ended) == (request.end != nil), "\(request)")
      if request.state == .waiting { try #require(request.fence == nil, "\(request)") }
      if ends[request.id] != nil { try #require(request.state == .ended, "It revived: \(request)") }
    }
  }

  /// Grants have rising fences, come all at once, and pass over no request that could use them.
  private mutating func checkLog(_ records: MemoryRecords) throws {
    let events = records.events(after: lastEvent, limit: .max)
    lastEvent = events.last?.number ?? lastEvent
    var granted: [Fence: [LendingEvent]] = [:]
    for event in events where event.kind == .granted {
      let fence = try #require(event.fence)
      try #require(fence > lastFence || granted[fence] != nil, "\(fence) after \(lastFence)")
      lastFence = max(lastFence, fence)
      granted[fence, default: []].append(event)
    }
    for (fence, grants) in granted {
      let request = try #require(grants[0].request.flatMap { records.request($0) })
      try #require(request.fence == fence)
      let names = Set(grants.compactMap(\.resource))
      try #require(names.count == request.wants.reduce(0) { $0 + $1.count }, "In part: \(grants)")
      // A request for one resource is passed over only if none of those that were lent fits it.
      for earlier in line where earlier.place < request.place && !earlier.isForSeveral {
        guard records.request(earlier.id)?.state == .waiting else { continue }
        for name in names {
          let resource = try #require(records.resource(named: name))
          try #require(
            !resource.labels.contains(earlier.wants[0].labels), "\(request) overtook \(earlier)")
        }
      }
    }
  }
}

extension MemoryRecords {
  /// Checks that what is kept in order agrees with the requests.
  func checkOrders() throws {
    let waiting = requests.values.filter { $0.state == .waiting }.sorted { $0.place < $1.place }
    try #require(line.map(\.id) == waiting.map(\.id))
    try #require(line.map(\.kind) == waiting.map(\.kind))
    try #require(granted == ids(of: .granted))
    try #require(Set(ended.map(\.id)) == ids(of: .ended))
    try #require(ended.map(\.instant) == ended.compactMap { requests[$0.id]?.endedAt }.sorted())
    for (number, kind) in kinds {
      try #require(kind.requests == requests.values.count { $0.kind == number })
    }
  }

  private func ids(of state: LendingRequestRecord.State) -> Set<LendingID> {
    Set(requests.values.filter { $0.state == state }.map(\.id))
  }
}
