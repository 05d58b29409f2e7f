#if SQLite
import CSQLite
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

/// Numbers in the file that no store has written are refused, and not counted on from.
@Suite(.timeLimit(.minutes(1))) struct RangeTests {
  @Test(arguments: [
    "UPDATE lend_pool SET last_fence = 9223372036854775807",
    "UPDATE lend_pool SET last_fence = 1099511627775, epoch = 8388607",
    "UPDATE lend_pool SET last_ticket = 9223372036854775807",
    "UPDATE lend_pool SET last_join = 9223372036854775807",
    "UPDATE lend_pool SET last_join = -9223372036854775807",
    "UPDATE lend_pool SET last_event = 9223372036854775807",
    "UPDATE lend_pool SET clients = 9223372036854775807, rules = -1",
    "UPDATE lend_pool SET epoch = -1",
    "UPDATE lend_request SET lease_ends_at = 9223372036854775807",
    "UPDATE lend_request SET lease_ends_at = -9223372036854775808",
    "UPDATE lend_request SET granted_at = -9223372036854775808",
    "UPDATE lend_request SET joined_at = -9223372036854775808",
    "UPDATE lend_request SET wants = '[]'",
    "UPDATE lend_resource SET state_on_return = 1",
    "UPDATE lend_resource SET freed_at = 9223372036854775807",
    """
    UPDATE lend_pool SET rules = rules + 1,
      settings = replace(settings, '"timeToLive":[', '"timeToLive":[9223372036854')
    """,
  ])
  func aNumberOutOfRangeIsDamage(_ damage: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, damage, nil, nil, nil) == SQLITE_OK)
    try #require(sqlite3_changes(handle) == 1)
    sqlite3_close(handle)

    // None of them traps, and nothing is lent.
    let key = LendingKey(request: ask.id, fence: grant.fence)
    let requests: [LendingCall] = [
      .report, .renew(LendingRenewalBatch(session: reader.session.id, leases: [key])),
      .ask(reader.ask()),
      .giveBack(LendingReturn(lease: key)),
      .keep(.takeBack(name: "Momo", reason: "", immediately: true)), .sweep,
    ]
    var failures = 0
    for request in requests {
      do {
        if case .asked(.granted) = try await reader.perform(request) { Issue.record("Lent twice.") }
      } catch let error as LeaseStoreError {
        #expect(error.code == .damaged)
        failures += 1
      }
    }
    #expect(failures > 0)
    await store.close()
  }
}
#endif
