#if POSTGRES_CLIENT
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// Borrowing through a server.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct LendingTests {
  @Test func borrowsAndReturns() async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    try await client.add("Müller's \"book\" \\ 1", ["größe=\"XL\"", "reader's"])
    let id = LendingID.random()
    let answer = try await client.perform(client.ask(id))
    guard case .asked(.granted(let grant)) = answer else { throw TestClient.Surprise(answer) }
    #expect(grant.resources.map(\.name) == ["Müller's \"book\" \\ 1"])
    #expect(grant.resources[0].payload == Array("Müller's \"book\" \\ 1".utf8))
    #expect(grant.resources[0].labels == ["größe=\"XL\"", "reader's"])
    let lease = LendingKey(request: id, fence: grant.fence)
    #expect(try await client.giveBack(lease) == .returned(.returned))
    #expect(try await client.giveBack(lease) == .returned(.already(.returned)))
    await client.store.close()
  }

  @Test func theLogIsAsLongAsItsRuleSaysAndItsEntriesAreCounted() async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    let rules = SharedPoolSettings(logLength: 1_000)
    #expect(try await client.perform(.keep(.configure(rules))) == .done)
    try await client.add("book")
    for _ in 0..<1_300 { _ = try await client.giveBack(client.borrow()) }
    let answer = try await client.perform(.events(after: 0, limit: 10_000))
    guard case .events(let events) = answer else { throw TestClient.Surprise(answer) }
    #expect((1_000..<1_256).contains(events.count), "\(events.count)")
    #expect(events.last?.kind == .returned)
    let report = try await client.report()
    #expect(report.settings == rules)
    #expect(
      report.events.filter { $0.key != .epoch }
        == [.granted: 1_300, .returned: 1_300, .added: 1, .configured: 1])
    await client.store.close()
  }

  @Test func aReturnNotifiesTheFirstWaiter() async throws {
    let database = try await TestServer.makeDatabase()
    let holder = try await TestClient(try database.store(), named: "holder")
    let waiter = try await TestClient(try database.store(), named: "waiter")
    try await holder.add("book")
    for _ in 0..<20 {
      var signals = waiter.store.signals(for: waiter.session.id).makeAsyncIterator()
      let lease = try await holder.borrow()
      let id = LendingID.random()
      let answer = try await waiter.perform(waiter.ask(id))
      guard case .asked(.waiting) = answer else { throw TestClient.Surprise(answer) }
      _ = try await holder.giveBack(lease)
      let grant = try await waiter.waitForGrant(of: id, &signals)
      #expect(grant.fence > lease.fence)
      _ = try await waiter.giveBack(LendingKey(request: id, fence: grant.fence))
    }
    await holder.store.close()
    await waiter.store.close()
  }

  @Test func namesWithAZeroByteAreNotCutOff() async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    try await client.add("book")
    let answer = try await client.perform(.keep(.drain(name: "book\0s")))
    guard case .refused(.unknownResource) = answer else { throw TestClient.Surprise(answer) }
    #expect(try await client.report().count(of: .free) == 1)
    await client.store.close()
  }

  @Test func limitsAreCheckedByTheServer() async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    let connection = try TestConnection(database.address)
    func answer(_ call: String) throws -> String {
      try connection.execute("select lend." + call) ?? ""
    }
    let id = LendingID.random().description
    let long = String(repeating: "x", count: 201)
    for call in [
      "add_1('books', '{\(long)}', array['{}'], '{\"\"}', '{\(id)}')",
      "add_1('books', array[E'a\\nb'], array['{}'], '{\"\"}', '{\(id)}')",
      "add_1('books', '{a}', array['{\(long)}'], '{\"\"}', '{\(id)}')",
      "add_1('books', '{a}', array['{}'], array[decode(repeat('00', 65537), 'hex')], '{\(id)}')",
      "add_1('books', '{a,a}', array['{}','{}'], '{\"\",\"\"}', '{\(id),\(id)}')",
      "add_1('books', array_fill('a'::text, '{1001}'), '{}', '{}', '{}')",
      "ask_1('books', '\(id)', '\(client.session.id)', '[[65,[]]]', null, 0, true)",
      "ask_1('books', '\(id)', '\(client.session.id)', '[[1,{}]]', null, 0, true)",
      "ask_1('books', '\(id)', '\(client.session.id)', 'nonsense', null, 0, true)",
      "ask_1('books', '\(id)', '\(client.session.id)', '[[1,[]]]', null, 101, true)",
      "ask_1('books', '\(id)', '\(client.session.id)', '[[1,[]]]', array['\(long)'], 0, true)",
      "configure_1('books', '{\"timeToLive\": 1, \"ageing\": 1, \"onExpiry\": \"quarantine\"}')",
      "quarantine_1('books', 'a', '')",
    ] {
      let reply = try answer(call)
      #expect(reply.contains("invalid"), "\(call): \(reply)")
    }
    await client.store.close()
  }

  @Test func aClosedStoreSaysSo() async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    let signals = client.store.signals(for: client.session.id)
    await client.store.close()
    for await _ in signals {}
    let error = await failure(of: .report, at: client.store)
    #expect(error?.code == .closed)
  }

  @Test func aStatementThatFailedIsUsableAgain() async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    try await client.add("book")
    _ = try await client.giveBack(try await client.borrow())
    for _ in 0..<20 {
      try database.execute("alter table lend.event add constraint refuses check (false) not valid")
      #expect(await failure(of: client.ask(), at: client.store) != nil)
      try database.execute("alter table lend.event drop constraint refuses")
      #expect(try await client.giveBack(try await client.borrow()) == .returned(.returned))
    }
    await client.store.close()
  }
}
#endif
