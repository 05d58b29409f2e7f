#if SQLite
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

extension PoolTables {
  func session(_ id: LendingID) throws(SQLiteFailure) -> LendingSessionRecord? {
    try connection.first(
      "SELECT host, process, job, present_until FROM lend_session WHERE id = ?1 AND pool = ?2",
      .id(id),
      .integer(number)
    ) {
      LendingSessionRecord(
        session: LendingSession(
          id: id, host: $0.text(0), process: Int32(truncatingIfNeeded: $0.integer(1)),
          job: $0.text(2)), presentUntil: $0.integer(3))
    }
  }

  func setSession(_ record: LendingSessionRecord) throws(SQLiteFailure) {
    let session = record.session
    noneUnseenSince = nil
    try connection.run(
      """
      UPDATE lend_session SET host = ?3, process = ?4, job = ?5, present_until = ?6
      WHERE id = ?1 AND pool = ?2
      """, .id(session.id), .integer(number), .text(session.host),
      .integer(Int64(session.process)), .text(session.job), .integer(record.presentUntil))
    if connection.changes > 0 { return }
    try connection.run(
      "INSERT INTO lend_session VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7)", .integer(number),
      .id(session.id), .text(client), .text(session.host), .integer(Int64(session.process)),
      .text(session.job), .integer(record.presentUntil))
    change { $0.clients += 1 }
  }

  func removeSession(_ id: LendingID) throws(SQLiteFailure) {
    noneUnseenSince = nil
    try connection.run(
      "DELETE FROM lend_session WHERE id = ?1 AND pool = ?2", .id(id), .integer(number))
  }

  func sessions(unseenSince instant: Int64, limit: Int) throws(SQLiteFailure) -> [LendingID] {
    try writePending()
    if let none = noneUnseenSince, instant <= none { return [] }
    let found = try connection.all(
      """
      SELECT id FROM lend_session WHERE pool = ?1 AND present_until <= ?2 AND NOT EXISTS (
        SELECT 1 FROM lend_request INDEXED BY lend_request_session
        WHERE lend_request.session = lend_session.id AND lend_request.pool = ?1
          AND state < 2 AND state = 1)
      ORDER BY id LIMIT ?3
      """, .integer(number), .integer(instant), .integer(limit)
    ) { row throws(SQLiteFailure) in try row.id(0) }
    if found.isEmpty { noneUnseenSince = instant }
    return found
  }

  // MARK: Clients

  /// Assigns a session to this client, though it may have been opened at another.
  func claimSession(_ id: LendingID) throws(SQLiteFailure) {
    try connection.run(
      "UPDATE lend_session SET client = ?3 WHERE id = ?1 AND pool = ?2 AND client <> ?3", .id(id),
      .integer(number), .text(client))
    if connection.changes > 0 { change { $0.clients += 1 } }
  }

  func client(of session: LendingID) throws(SQLiteFailure) -> String? {
    try connection.first(
      "SELECT client FROM lend_session WHERE id = ?1 AND pool = ?2", .id(session), .integer(number)
    ) { $0.text(0) }
  }

  func clients() throws(SQLiteFailure) -> [String] {
    try connection.all(
      "SELECT DISTINCT client FROM lend_session WHERE pool = ?1 ORDER BY client", .integer(number)
    ) { $0.text(0) }
  }

  /// The clients of the first requests in line, in their order: those that watch all clients.
  ///
  /// A few suffice. When all that waited watched all, each end of a process woke all others, and 400
  /// processes that waited for ten resources took 22 seconds for what now takes 6.
  func watchingClients() throws(SQLiteFailure) -> [String] {
    guard try isAnyWaiting() else { return [] }
    try writePending()
    let clients = try connection.all(
      """
      SELECT client
      FROM lend_request INDEXED BY lend_request_line, lend_session INDEXED BY lend_session_id
      WHERE lend_request.pool = ?1 AND state = 0
        AND lend_session.id = lend_request.session AND lend_session.pool = ?1
      ORDER BY rank, ticket LIMIT 64
      """, .integer(number)
    ) { $0.text(0) }
    var first: [String] = []
    for client in clients where first.count < Self.watcherCount && !first.contains(client) {
      first.append(client)
    }
    return first
  }

  static var watcherCount: Int { 8 }

  func sessions(ofClient client: String) throws(SQLiteFailure) -> [LendingID] {
    try connection.all(
      "SELECT id FROM lend_session WHERE pool = ?1 AND client = ?2 ORDER BY id", .integer(number),
      .text(client)
    ) { row throws(SQLiteFailure) in try row.id(0) }
  }

  // MARK: Forgetting

  func forget(endedBefore instant: Int64, limit: Int) throws(SQLiteFailure) {
    try writePending()
    let old = try connection.all(
      """
      SELECT number FROM lend_request WHERE pool = ?1 AND state = 2 AND ended_at < ?2
      ORDER BY ended_at LIMIT ?3
      """,
      .integer(number), .integer(instant), .integer(limit)
    ) { $0.integer(0) }
    if old.isEmpty { return }
    for request in old {
      try connection.run("DELETE FROM lend_request WHERE number = ?1", .integer(request))
    }
    try forgetKinds(unusedSince: instant.addingSaturated(-3_600_000_000))
    try forgetEvents()
  }

  /// Removes kinds that no waiting request has and that none has had for a day, and label sets
  /// without kinds.
  private func forgetKinds(unusedSince instant: Int64) throws(SQLiteFailure) {
    let kinds = try connection.all(
      """
      SELECT number FROM lend_kind WHERE pool = ?1 AND last_used < ?2 AND NOT EXISTS (
        SELECT 1 FROM lend_request WHERE pool = ?1 AND kind = lend_kind.number AND state = 0)
      LIMIT 100
      """, .integer(number), .integer(instant)
    ) { $0.int(0) }
    if kinds.isEmpty { return }
    for kind in kinds {
      try connection.run("DELETE FROM lend_kind WHERE number = ?1", .integer(kind))
      try connection.run("DELETE FROM lend_kind_set WHERE kind = ?1", .integer(kind))
    }
    let labelSets = try connection.all(
      """
      SELECT number FROM lend_label_set WHERE pool = ?1 AND NOT EXISTS (
        SELECT 1 FROM lend_kind_set WHERE lend_kind_set.label_set = lend_label_set.number)
      """, .integer(number)
    ) { $0.int(0) }
    for labelSet in labelSets {
      try connection.run("DELETE FROM lend_label_set WHERE number = ?1", .integer(labelSet))
      try connection.run("DELETE FROM lend_fit WHERE label_set = ?1", .integer(labelSet))
      try connection.run("DELETE FROM lend_free WHERE label_set = ?1", .integer(labelSet))
    }
    catalogue = Catalogue(
      edition: change {
        $0.catalogue += 1
        return $0.catalogue
      })
  }
}
#endif
