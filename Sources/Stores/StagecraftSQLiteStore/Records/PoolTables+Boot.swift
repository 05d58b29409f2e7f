#if SQLite
extension PoolTables {
  /// The store's clock starts again after a restart of the machine: instants of the last boot may
  /// lie in its future.
  func beginClockAnew(at now: Int64) throws(SQLiteFailure) {
    try connection.run("DELETE FROM lend_session WHERE pool = ?1", .integer(number))
    try moveEnds(to: now)
    // Free resources keep their order: the latest of them became free now.
    let last = try connection.first(
      "SELECT max(freed_at) FROM lend_resource WHERE pool = ?1", .integer(number)
    ) { $0.integer(0) }
    guard let last, last > now else { return }
    try connection.run(
      "UPDATE lend_resource SET freed_at = freed_at - ?2 WHERE pool = ?1", .integer(number),
      .integer(last - now))
    try connection.run(
      """
      UPDATE lend_free SET freed_at = freed_at - ?2
      WHERE label_set IN (SELECT number FROM lend_label_set WHERE pool = ?1)
      """, .integer(number), .integer(last - now))
    change { $0.catalogue += 1 }
    try finish()
    forgetAll()
  }

  /// What has ended keeps its age: the latest end before the restart counts as now.
  ///
  /// Otherwise nothing would ever be a day old on a machine that is started every day. What this
  /// restart has ended has ended now.
  private func moveEnds(to now: Int64) throws(SQLiteFailure) {
    let lastEnd = try connection.first(
      "SELECT max(ended_at) FROM lend_request WHERE pool = ?1 AND state = 2", .integer(number)
    ) { $0.integer(0) }
    if let lastEnd, lastEnd > now {
      try connection.run(
        """
        UPDATE lend_request SET ended_at = ended_at - ?2
        WHERE pool = ?1 AND state = 2 AND ended_at <> ?3
        """, .integer(number), .integer(lastEnd - now), .integer(now))
    }
    let lastUse = try connection.first(
      "SELECT max(last_used) FROM lend_kind WHERE pool = ?1", .integer(number)
    ) { $0.integer(0) }
    if let lastUse, lastUse > now {
      try connection.run(
        "UPDATE lend_kind SET last_used = last_used - ?2 WHERE pool = ?1", .integer(number),
        .integer(lastUse - now))
    }
  }
}
#endif
