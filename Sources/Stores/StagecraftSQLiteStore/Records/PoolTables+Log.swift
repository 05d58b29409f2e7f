#if SQLite
internal import CStageFloor
internal import StageFloor
@_spi(Store) internal import StagecraftSharedPools

extension PoolTables {
  func append(_ event: LendingEvent) throws(SQLiteFailure) {
    let number = change {
      $0.lastEvent += 1
      return $0.lastEvent
    }
    try connection.run(
      "INSERT INTO lend_event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", .integer(self.number),
      .integer(number), .integer(stage_time_of_day()), .text(event.kind.rawValue),
      .text(event.resource), .id(event.request),
      event.fence.map { .integer($0.number) } ?? .null, .text(event.detail))
    if number % 256 == 0 { try tally(upTo: number) }
  }

  /// Adds the latest entries to the counts, and removes the first ones if there are too many.
  private func tally(upTo last: Int64) throws(SQLiteFailure) {
    try connection.run(
      """
      INSERT INTO lend_tally SELECT pool, kind, count(*) FROM lend_event
      WHERE pool = ?1 AND number <= ?2
        AND number > (SELECT tallied FROM lend_pool WHERE lend_pool.number = ?1)
      GROUP BY kind
      ON CONFLICT (pool, kind) DO UPDATE SET entries = entries + excluded.entries
      """, .integer(number), .integer(last))
    try connection.run(
      "UPDATE lend_pool SET tallied = ?2 WHERE number = ?1", .integer(number), .integer(last))
    guard let length = try pool()?.settings.logLength else { return }
    try connection.run(
      """
      DELETE FROM lend_event WHERE pool = ?1 AND number IN (
        SELECT number FROM lend_event WHERE pool = ?1 AND number <= ?2 ORDER BY number LIMIT 512)
      """, .integer(number), .integer(last - Int64(length)))
  }

  func events(after number: Int64, limit: Int) throws(SQLiteFailure) -> [LendingEvent] {
    try connection.all(
      """
      SELECT number, time, kind, resource, request, fence, detail FROM lend_event
      WHERE pool = ?1 AND number > ?2 ORDER BY number LIMIT ?3
      """, .integer(self.number), .integer(number), .integer(limit)
    ) { row throws(SQLiteFailure) in
      guard let kind = LendingEvent.Kind(rawValue: row.text(2)) else {
        throw .nonsense("\"\(row.text(2))\" is not a kind of event.")
      }
      return LendingEvent(
        number: row.integer(0), time: row.integer(1), kind: kind, resource: row.optionalText(3),
        request: try row.optionalID(4), fence: row.isNull(5) ? nil : Fence(row.integer(5)),
        detail: row.optionalText(6))
    }
  }

  func eventCounts() throws(SQLiteFailure) -> [LendingEvent.Kind: Int] {
    let counts = try connection.all(
      """
      SELECT kind, entries FROM lend_tally WHERE pool = ?1
      UNION ALL
      SELECT kind, count(*) FROM lend_event
      WHERE pool = ?1 AND number > (SELECT tallied FROM lend_pool WHERE lend_pool.number = ?1)
      GROUP BY kind
      """, .integer(number)
    ) { ($0.text(0), $0.int(1)) }
    var sums: [LendingEvent.Kind: Int] = [:]
    for (word, count) in counts {
      guard let kind = LendingEvent.Kind(rawValue: word) else {
        throw .nonsense("\"\(word)\" is not a kind of event.")
      }
      sums[kind] = (sums[kind] ?? 0).addingSaturated(count)
    }
    return sums
  }

  /// Removes entries that are thirty days old, and counted.
  func forgetEvents() throws(SQLiteFailure) {
    try connection.run(
      """
      DELETE FROM lend_event WHERE pool = ?1 AND time < ?2
        AND number <= (SELECT tallied FROM lend_pool WHERE lend_pool.number = ?1) AND number IN (
        SELECT number FROM lend_event WHERE pool = ?1 ORDER BY number LIMIT 200)
      """, .integer(number), .integer(stage_time_of_day() - 30 * 86_400_000_000))
  }
}
#endif
