#if SQLite
@_spi(Store) internal import StagecraftSharedPools

extension PoolTables {
  func request(_ id: LendingID) throws(SQLiteFailure) -> LendingRequestRecord? {
    if let held = held(id) { return held }
    return try connection.first(
      """
      SELECT id, session, wants, kind, priority, rank, ticket, state, joined_at, fence, granted_at,
        lease_ends_at, revoked, ended_at, ending
      FROM lend_request WHERE id = ?1 AND pool = ?2
      """, .id(id), .integer(number), read: readRequest)
  }

  func insert(_ request: LendingRequestRecord) throws(SQLiteFailure) {
    try hold(request)
    if request.kind != 0 { try noteUse(ofKind: request.kind, at: request.joinedAt) }
  }

  func write(new request: LendingRequestRecord) throws(SQLiteFailure) {
    if request.state == .waiting { forgetLine() }
    try connection.run(
      """
      INSERT INTO lend_request VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
        ?14, ?15, ?16, ?17, ?18)
      """, .integer(number), .id(request.id), .id(request.session),
      .text(wantsCache.text(request.wants)), .integer(request.kind), .flag(request.isForSeveral),
      .integer(request.priority), .integer(request.place.rank), .integer(request.place.ticket),
      .integer(request.state.code), .integer(request.joinedAt),
      request.fence.map { .integer($0.number) } ?? .null,
      .text(lent.removeValue(forKey: request.id).map { Coding.encode($0) }),
      .integer(request.grantedAt), .integer(request.leaseEndsAt), .text(request.revoked),
      .integer(request.endedAt), .text(request.end.map { Coding.encode($0) }))
  }

  /// Writes what was lent to requests that stood in the line.
  func writeLent() throws(SQLiteFailure) {
    for (request, ordinals) in lent {
      try connection.run(
        "UPDATE lend_request SET ordinals = ?3 WHERE id = ?1 AND pool = ?2", .id(request),
        .integer(number), .text(Coding.encode(ordinals)))
    }
    lent.removeAll(keepingCapacity: true)
  }

  func ordinals(of request: LendingID) throws(SQLiteFailure) -> [Int] {
    if let known = lent[request] { return known }
    let text = try connection.first(
      "SELECT ordinals FROM lend_request WHERE id = ?1 AND pool = ?2", .id(request),
      .integer(number)
    ) { $0.text(0) }
    return try Coding.numbers(text ?? "")
  }

  /// Writes what can change; the session, the wants and the place of a request cannot.
  func update(_ request: LendingRequestRecord) throws(SQLiteFailure) {
    if held(request.id) != nil {
      forgetHeld()
      return try hold(request)
    }
    forgetLine()
    try connection.run(
      """
      UPDATE lend_request SET state = ?3, fence = ?4, granted_at = ?5, lease_ends_at = ?6,
        revoked = ?7, ended_at = ?8, ending = ?9
      WHERE id = ?1 AND pool = ?2
      """, .id(request.id), .integer(number), .integer(request.state.code),
      request.fence.map { .integer($0.number) } ?? .null, .integer(request.grantedAt),
      .integer(request.leaseEndsAt), .text(request.revoked), .integer(request.endedAt),
      .text(request.end.map { Coding.encode($0) }))
    if connection.changes != 1 { throw .nonsense("A request is missing.") }
  }

  // MARK: The line

  func firstWaiting(
    ofKind kind: Int, after place: LendingPlace?
  ) throws(SQLiteFailure) -> LendingRequestRecord? {
    try writePending()
    let place = place ?? LendingPlace(rank: .min, ticket: .min)
    return try connection.first(
      """
      SELECT id, session, wants, kind, priority, rank, ticket, state, joined_at, fence, granted_at,
        lease_ends_at, revoked, ended_at, ending
      FROM lend_request
      WHERE pool = ?1 AND kind = ?2 AND state = 0 AND (rank, ticket) > (?3, ?4)
      ORDER BY rank, ticket LIMIT 1
      """, .integer(number), .integer(kind), .integer(place.rank), .integer(place.ticket),
      read: readRequest)
  }

  func line(limit: Int) throws(SQLiteFailure) -> [LendingRequestRecord] {
    try writePending()
    return try connection.all(
      """
      SELECT id, session, wants, kind, priority, rank, ticket, state, joined_at, fence, granted_at,
        lease_ends_at, revoked, ended_at, ending
      FROM lend_request WHERE pool = ?1 AND state = 0 ORDER BY rank, ticket LIMIT ?2
      """, .integer(number), .integer(limit), read: readRequest)
  }

  func waitingCount() throws(SQLiteFailure) -> Int {
    try writePending()
    return try connection.first(
      "SELECT count(*) FROM lend_request WHERE pool = ?1 AND state = 0", .integer(number)
    ) { $0.int(0) } ?? 0
  }

  func isAnyWaiting() throws(SQLiteFailure) -> Bool {
    try writePending()
    if let isWaiting { return isWaiting }
    let found = try connection.exists(
      "SELECT 1 FROM lend_request WHERE pool = ?1 AND state = 0 LIMIT 1", .integer(number))
    isWaiting = found
    return found
  }

  func isMultipleWaiting() throws(SQLiteFailure) -> Bool {
    try writePending()
    if let isWaitingForSeveral { return isWaitingForSeveral }
    let found = try connection.exists(
      "SELECT 1 FROM lend_request WHERE pool = ?1 AND state = 0 AND is_multiple = 1 LIMIT 1",
      .integer(number))
    isWaitingForSeveral = found
    return found
  }

  func waitingKinds(fitting ordinal: Int) throws(SQLiteFailure) -> [Int] {
    guard try isAnyWaiting() else { return [] }
    return try connection.all(
      """
      SELECT DISTINCT lend_kind_set.kind
      FROM lend_fit JOIN lend_kind_set ON lend_kind_set.label_set = lend_fit.label_set
      WHERE lend_fit.ordinal = ?2 AND EXISTS (
        SELECT 1 FROM lend_request WHERE pool = ?1 AND kind = lend_kind_set.kind AND state = 0)
      """, .integer(number), .integer(ordinal)
    ) { $0.int(0) }
  }

  func waitingKindsFittingFree() throws(SQLiteFailure) -> [Int] {
    guard try isAnyWaiting() else { return [] }
    // Steps from one kind to the next in the index of those that wait.
    return try connection.all(
      """
      WITH RECURSIVE waiting (kind) AS (
        SELECT min(kind) FROM lend_request WHERE pool = ?1 AND state = 0
        UNION ALL
        SELECT (SELECT min(lend_request.kind) FROM lend_request
          WHERE pool = ?1 AND state = 0 AND lend_request.kind > waiting.kind)
        FROM waiting WHERE waiting.kind IS NOT NULL)
      SELECT kind FROM waiting WHERE kind IS NOT NULL AND EXISTS (
        SELECT 1 FROM lend_kind_set INDEXED BY lend_kind_set_kind JOIN lend_free
          ON lend_free.label_set = lend_kind_set.label_set
        WHERE lend_kind_set.kind = waiting.kind)
      """, .integer(number)
    ) { $0.int(0) }
  }

  // MARK: Leases

  func requests(
    of session: LendingID, in state: LendingRequestRecord.State
  ) throws(SQLiteFailure) -> [LendingRequestRecord] {
    try writePending()
    return try connection.all(
      """
      SELECT id, session, wants, kind, priority, rank, ticket, state, joined_at, fence, granted_at,
        lease_ends_at, revoked, ended_at, ending
      FROM lend_request INDEXED BY lend_request_session
      WHERE session = ?1 AND pool = ?2 AND state < 2 AND state = ?3 ORDER BY ticket
      """, .id(session), .integer(number), .integer(state.code), read: readRequest)
  }

  func leases(
    endedBy instant: Int64, limit: Int
  ) throws(SQLiteFailure) -> [LendingRequestRecord] {
    try writePending()
    return try connection.all(
      """
      SELECT id, session, wants, kind, priority, rank, ticket, state, joined_at, fence, granted_at,
        lease_ends_at, revoked, ended_at, ending
      FROM lend_request WHERE pool = ?1 AND state = 1 AND lease_ends_at <= ?2
      ORDER BY lease_ends_at, ticket LIMIT ?3
      """, .integer(number), .integer(instant), .integer(limit), read: readRequest)
  }

  func firstEndOfLease() throws(SQLiteFailure) -> Int64? {
    try writePending()
    return try connection.first(
      """
      SELECT lease_ends_at FROM lend_request WHERE pool = ?1 AND state = 1
      ORDER BY lease_ends_at LIMIT 1
      """, .integer(number)
    ) { row throws(SQLiteFailure) in try row.instant(0) }
  }

  private func readRequest(_ row: Row) throws(SQLiteFailure) -> LendingRequestRecord {
    var request = LendingRequestRecord(
      id: try row.id(0), session: try row.id(1), wants: try wantsCache.wants(row.text(2)),
      kind: row.int(3), priority: row.int(4),
      place: LendingPlace(rank: row.integer(5), ticket: row.integer(6)),
      joinedAt: try row.instant(8))
    guard let state = LendingRequestRecord.State(code: row.int(7)) else {
      throw .nonsense("\(row.int(7)) is not a state of a request.")
    }
    request.state = state
    request.fence = row.isNull(9) ? nil : Fence(row.integer(9))
    request.grantedAt = try row.instant(10)
    request.leaseEndsAt = try row.instant(11)
    request.revoked = row.optionalText(12)
    request.endedAt = try row.instant(13)
    // One that was withdrawn before it was asked has none.
    if request.wants.isEmpty, state != .ended { throw .nonsense("A request wants nothing.") }
    if let end = row.optionalText(14) { request.end = try Coding.end(end) }
    return request
  }
}

extension LendingRequestRecord.State {
  var code: Int {
    switch self {
    case .waiting: 0
    case .granted: 1
    case .ended: 2
    }
  }

  init?(code: Int) {
    switch code {
    case 0: self = .waiting
    case 1: self = .granted
    case 2: self = .ended
    default: return nil
    }
  }
}
#endif
