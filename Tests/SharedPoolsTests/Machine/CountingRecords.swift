@_spi(Store) @testable import StagecraftSharedPools

/// Tables that count how often they are asked, and how many rows they return.
struct CountingRecords: LendingRecords {
  typealias Failure = Never

  final class Count {
    var calls = 0
    var rows = 0
  }

  var base = MemoryRecords()
  let count = Count()

  private func counted<Row>(_ row: Row) -> Row {
    count.calls += 1
    return row
  }

  private func counted<Row>(_ rows: [Row]) -> [Row] {
    count.calls += 1
    count.rows += rows.count
    return rows
  }

  func pool() -> LendingPoolRecord? { counted(base.pool()) }
  mutating func setPool(_ pool: LendingPoolRecord) { counted(base.setPool(pool)) }
  func resource(named name: String) -> LendingResourceRecord? {
    counted(base.resource(named: name))
  }
  func resource(at ordinal: Int) -> LendingResourceRecord { counted(base.resource(at: ordinal)) }
  func resources(of request: LendingID) -> [LendingResourceRecord] {
    counted(base.resources(of: request))
  }
  func allResources() -> [LendingResourceRecord] { counted(base.allResources()) }
  mutating func insert(_ resource: LendingResourceRecord) -> Int { counted(base.insert(resource)) }
  mutating func update(_ resource: LendingResourceRecord) { counted(base.update(resource)) }
  mutating func labelSet(_ labels: Labels) -> Int? { counted(base.labelSet(labels)) }
  mutating func kind(_ labelSets: [Int]) -> Int { counted(base.kind(labelSets)) }
  func labelSets(ofKind kind: Int) -> [Int] { counted(base.labelSets(ofKind: kind)) }
  func candidates(
    for labelSet: Int, in scope: LendingScope, preferring: String?, excluding excluded: Set<Int>,
    limit: Int
  ) -> [LendingCandidate] {
    counted(
      base.candidates(
        for: labelSet, in: scope, preferring: preferring, excluding: excluded, limit: limit))
  }
  func request(_ id: LendingID) -> LendingRequestRecord? { counted(base.request(id)) }
  mutating func insert(_ request: LendingRequestRecord) { counted(base.insert(request)) }
  mutating func update(_ request: LendingRequestRecord) { counted(base.update(request)) }
  func firstWaiting(ofKind kind: Int, after place: LendingPlace?) -> LendingRequestRecord? {
    counted(base.firstWaiting(ofKind: kind, after: place))
  }
  func waitingKinds(fitting ordinal: Int) -> [Int] { counted(base.waitingKinds(fitting: ordinal)) }
  func waitingKindsFittingFree() -> [Int] { counted(base.waitingKindsFittingFree()) }
  func isMultipleWaiting() -> Bool { counted(base.isMultipleWaiting()) }
  func requests(
    of session: LendingID, in state: LendingRequestRecord.State
  ) -> [LendingRequestRecord] { counted(base.requests(of: session, in: state)) }
  func leases(endedBy instant: Int64, limit: Int) -> [LendingRequestRecord] {
    counted(base.leases(endedBy: instant, limit: limit))
  }
  func firstEndOfLease() -> Int64? { counted(base.firstEndOfLease()) }
  func line(limit: Int) -> [LendingRequestRecord] { counted(base.line(limit: limit)) }
  func waitingCount() -> Int { counted(base.waitingCount()) }
  mutating func forget(endedBefore instant: Int64, limit: Int) {
    counted(base.forget(endedBefore: instant, limit: limit))
  }
  func session(_ id: LendingID) -> LendingSessionRecord? { counted(base.session(id)) }
  mutating func setSession(_ session: LendingSessionRecord) { counted(base.setSession(session)) }
  mutating func removeSession(_ id: LendingID) { counted(base.removeSession(id)) }
  func sessions(unseenSince instant: Int64, limit: Int) -> [LendingID] {
    counted(base.sessions(unseenSince: instant, limit: limit))
  }
  mutating func append(_ event: LendingEvent) { counted(base.append(event)) }
  func events(after number: Int64, limit: Int) -> [LendingEvent] {
    counted(base.events(after: number, limit: limit))
  }
  func eventCounts() -> [LendingEvent.Kind: Int] { counted(base.eventCounts()) }
}
