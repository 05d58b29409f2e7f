#if PostgreSQL
import StagecraftPostgresStore
import StagecraftSharedPools
import Testing

/// What is notified, as another client hears it.
@Suite(.needsServer, .timeLimit(.minutes(1)))
struct RingTests {
  /// A client that hears the rings of sessions.
  private func makeListener(
    _ database: TestDatabase, to desks: [TestDesk]
  ) throws -> TestConnection {
    let listener = try TestConnection(database.address)
    try listener.execute("listen test_end")
    for desk in desks {
      let session = desk.session.id.description.replacing("-", with: "")
      try listener.execute("listen \"lend_\(session)\"")
    }
    return listener
  }

  /// All that was notified before now, in the order of the commits.
  private func rings(
    _ listener: TestConnection, _ database: TestDatabase
  ) async throws -> [String] {
    try database.execute("select pg_notify('test_end', 'end')")
    var heard: [String] = []
    while heard.last != "end" {
      heard += try listener.notifications()
      await Task.yield()
    }
    return heard.dropLast()
  }

  @Test func nothingIsNotifiedUnlessARequestWaits() async throws {
    let database = try await TestServer.makeDatabase()
    let holder = try await TestDesk(try database.store(), named: "holder")
    let waiter = try await TestDesk(try database.store(), named: "waiter")
    try await holder.add("book")
    let listener = try makeListener(database, to: [holder, waiter])

    for _ in 0..<50 {
      let lease = try await holder.borrow()
      #expect(try await holder.giveBack(lease) == .returned(.returned))
    }
    #expect(try await rings(listener, database) == [])

    let lease = try await holder.borrow()
    let request = LendingID.random()
    let answer = try await waiter.perform(waiter.ask(request))
    guard case .asked(.waiting) = answer else { throw TestDesk.Surprise(answer) }
    #expect(try await rings(listener, database) == [])
    #expect(try await holder.giveBack(lease) == .returned(.returned))
    #expect(try await rings(listener, database).map { LendingID($0) } == [request])

    // The grant is taken without another ring, and so is its return.
    let granted = try await waiter.perform(waiter.ask(request))
    guard case .asked(.granted(let grant)) = granted else { throw TestDesk.Surprise(granted) }
    let own = LendingKey(request: request, fence: grant.fence)
    #expect(try await waiter.giveBack(own) == .returned(.returned))
    #expect(try await rings(listener, database) == [])
    for desk in [holder, waiter] { await desk.store.close() }
  }
}
#endif
