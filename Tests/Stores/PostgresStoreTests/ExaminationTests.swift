#if PostgreSQL
import StagecraftPostgresStore
import Testing

/// What an examination finds in a running store.
@Suite(.needsServer, .timeLimit(.minutes(2)))
struct ExaminationTests {
  @Test func anExaminationNamesAnOldSnapshot() async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    try await client.add("book")
    let old = try TestConnection(database.address)
    try old.execute("begin isolation level repeatable read")
    try old.execute("select count(*) from lend.request")
    for _ in 0..<100 { _ = try await client.giveBack(try await client.borrow()) }
    let held = try await client.store.examine()
    #expect((held.oldestSnapshotAge ?? 0) >= 200)
    #expect((held.oldestTransaction ?? .zero) > .zero)
    try old.execute("rollback")
    let released = try await client.store.examine()
    #expect((released.oldestSnapshotAge ?? 0) < 200)
    await client.store.close()
  }
}
#endif
