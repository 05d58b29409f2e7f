#if SQLite
@_spi(Store) internal import StagecraftSharedPools

struct SQLiteRecords: LendingRecords {
  typealias Failure = SQLiteFailure

  let tables: PoolTables

  func pool() throws(Failure) -> LendingPoolRecord? { try tables.pool() }
  func setPool(_ pool: LendingPoolRecord) throws(Failure) { try tables.setPool(pool) }

  func resource(named name: String) throws(Failure) -> LendingResourceRecord? {
    try tables.resource(named: name)
  }
  func resource(at ordinal: Int) throws(Failure) -> LendingResourceRecord {
    try tables.resource(at: ordinal)
  }
  func resources(of request: LendingID) throws(Failure) -> [LendingResourceRecord] {
    try tables.resources(of: request)
  }
  func allResources() throws(Failure) -> [LendingResourceRecord] { try tables.allResources() }
  func insert(_ resource: LendingResourceRecord) throws(Failure) -> Int {
    try tables.insert(resource)
  }
  func update(_ resource: LendingResourceRecord) throws(Failure) { try tables.update(resource) }

  func labelSet(_ labels: Labels) throws(Failure) -> Int? { try tables.labelSet(labels) }
  func kind(_ labelSets: [Int]) throws(Failure) -> Int { try tables.kind(labelSets) }
  func labelSets(ofKind kind: Int) throws(Failure) -> [Int] { try tables.labelSets(ofKind: kind) }
  func candidates(
    for labelSet: Int, in scope: LendingScope, preferring: String?, excluding excluded: Set<Int>,
    limit: Int
  ) throws(Failure) -> [LendingCandidate] {
    try tables.candidates(
      for: labelSet, in: scope, preferring: preferring, excluding: excluded, limit: limit)
  }

  func request(_ id: LendingID) throws(Failure) -> LendingRequestRecord? { try tables.request(id) }
  func insert(_ request: LendingRequestRecord) throws(Failure) { try tables.insert(request) }
  func update(_ request: LendingRequestRecord) throws(Failure) { try tables.update(request) }
  func firstWaiting(
    ofKind kind: Int, after place: LendingPlace?
  ) throws(Failure) -> LendingRequestRecord? {
    try tables.firstWaiting(ofKind: kind, after: place)
  }
  func waitingKinds(fitting ordinal: Int) throws(Failure) -> [Int] {
    try tables.waitingKinds(fitting: ordinal)
  }
  func waitingKindsFittingFree() throws(Failure) -> [Int] { try tables.waitingKindsFittingFree() }
  func isMultipleWaiting() throws(Failure) -> Bool { try tables.isMultipleWaiting() }
  func requests(
    of session: LendingID, in state: LendingRequestRecord.State
  ) throws(Failure) -> [LendingRequestRecord] {
    try tables.requests(of: session, in: state)
  }
  func leases(endedBy instant: Int64, limit: Int) throws(Failure) -> [LendingRequestRecord] {
    try tables.leases(endedBy: instant, limit: limit)
  }
  func firstEndOfLease() throws(Failure) -> Int64? { try tables.firstEndOfLease() }
  func line(limit: Int) throws(Failure) -> [LendingRequestRecord] { try tables.line(limit: limit) }
  func waitingCount() throws(Failure) -> Int { try tables.waitingCount() }
  func forget(endedBefore instant: Int64, limit: Int) throws(Failure) {
    try tables.forget(endedBefore: instant, limit: limit)
  }

  func session(_ id: LendingID) throws(Failure) -> LendingSessionRecord? { try tables.session(id) }
  func setSession(_ session: LendingSessionRecord) throws(Failure) {
    try tables.setSession(session)
  }
  func removeSession(_ id: LendingID) throws(Failure) { try tables.removeSession(id) }
  func sessions(unseenSince instant: Int64, limit: Int) throws(Failure) -> [LendingID] {
    try tables.sessions(unseenSince: instant, limit: limit)
  }

  func append(_ event: LendingEvent) throws(Failure) { try tables.append(event) }
  func events(after number: Int64, limit: Int) throws(Failure) -> [LendingEvent] {
    try tables.events(after: number, limit: limit)
  }
  func eventCounts() throws(Failure) -> [LendingEvent.Kind: Int] { try tables.eventCounts() }
}
#endif
