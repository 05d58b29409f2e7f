#if POSTGRES_CLIENT
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// What is notified, as another client receives it.
@Suite(.needsServer, .timeLimit(.minutes(1)))
struct NotificationTests {
  /// A client that receives the notifications of sessions.
  private func makeListener(
    _ database: TestDatabase, to clients: [TestClient]
  ) throws -> TestConnection {
    let listener = try TestConnection(database.address)
    try listener.execute("listen test_end")
    for client in clients {
      let session = client.session.id.description.replacing("-", with: "")
      try listener.execute("listen \"lend_\(session)\"")
    }
    return listener
  }

  /// All that was notified before now, in the order of the commits.
  private func notifications(
    _ listener: TestConnection, _ database: TestDatabase
  ) async throws -> [String] {
    try database.execute("select pg_notify('test_end', 'end')")
    var received: [String] = []
    while received.last != "end" {
      received += try listener.notifications()
      try Task.checkCancellation()
      await Task.yield()
    }
    return received.dropLast()
  }

  @Test func nothingIsNotifiedUnlessARequestWaits() async throws {
    let database = try await TestServer.makeDatabase()
    let holder = try await TestClient(try database.store(), named: "holder")
    let waiter = try await TestClient(try database.store(), named: "waiter")
    try await holder.add("book")
    let listener = try makeListener(database, to: [holder, waiter])

    for _ in 0..<50 {
      let lease = try await holder.borrow()
      #expect(try await holder.giveBack(lease) == .returned(.returned))
    }
    #expect(try await notifications(listener, database) == [])

    let lease = try await holder.borrow()
    let request = LendingID.random()
    let answer = try await waiter.perform(waiter.ask(request))
    guard case .asked(.waiting) = answer else { throw TestClient.Surprise(answer) }
    #expect(try await notifications(listener, database) == [])
    #expect(try await holder.giveBack(lease) == .returned(.returned))
    #expect(try await notifications(listener, database).map { LendingID($0) } == [request])

    // The grant is taken without another notification, and so is its return.
    let granted = try await waiter.perform(waiter.ask(request))
    guard case .asked(.granted(let grant)) = granted else { throw TestClient.Surprise(granted) }
    let own = LendingKey(request: request, fence: grant.fence)
    #expect(try await waiter.giveBack(own) == .returned(.returned))
    #expect(try await notifications(listener, database) == [])
    for client in [holder, waiter] { await client.store.close() }
  }
}
#endif
