#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// Servers that stop, crash and fail over.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct RestartTests {
  @Test(arguments: [PostgresCluster.Stop.fast, .immediate])
  func theLineSurvivesARestart(mode: PostgresCluster.Stop) async throws {
    let cluster = try PostgresCluster()
    let database = try await TestServer.makeDatabase(on: cluster)
    let holder = try await TestClient(try database.store(), named: "holder")
    try await holder.add("book")
    let lease = try await holder.borrow()
    let store = try database.store()
    var ids: [LendingID] = []
    var clients: [TestClient] = []
    for number in 0..<8 {
      let client = try await TestClient(store, named: "waiter \(number)")
      let id = LendingID.random()
      let answer = try await client.perform(client.ask(id))
      guard case .asked(.waiting) = answer else { throw TestClient.Surprise(answer) }
      ids.append(id)
      clients.append(client)
    }
    var signals = clients.map { store.signals(for: $0.session.id).makeAsyncIterator() }
    try cluster.restart(mode)
    for index in signals.indices {
      guard case .cannotBeNotified = await signals[index].next() else {
        Issue.record("A restart is not reported.")
        return
      }
    }
    // The lease goes on.
    let batch = LendingRenewalBatch(session: holder.session.id, leases: [lease])
    let answer = try await holder.insist(.renew(batch))
    guard case .renewed(let renewals, _) = answer, case .renewed? = renewals.first else {
      throw TestClient.Surprise(answer)
    }
    _ = try await holder.giveBack(lease)
    var last = lease.fence
    for index in signals.indices {
      let grant = try await clients[index].waitForGrant(of: ids[index], &signals[index])
      #expect(grant.fence > last)
      last = grant.fence
      _ = try await clients[index].giveBack(LendingKey(request: ids[index], fence: grant.fence))
    }
    await store.close()
    await holder.store.close()
  }

  @Test func aCrashAfterAnAnswerLosesNoGrant() async throws {
    let cluster = try PostgresCluster()
    let database = try await TestServer.makeDatabase(on: cluster)
    let client = try await TestClient(try database.store())
    for number in 0..<10 { try await client.add("book \(number)") }
    var leases: [LendingKey] = []
    for count in 1...10 {
      leases.append(try await client.borrow())
      try cluster.stop(.immediate)
      try cluster.start()
      let answer = try await client.insist(
        .renew(LendingRenewalBatch(session: client.session.id, leases: leases)))
      guard case .renewed(let renewals, _) = answer, case .renewed? = renewals.last else {
        throw TestClient.Surprise(answer)
      }
      #expect(try await client.report().count(of: .lent) == count)
    }
    await client.store.close()
  }

  @Test func fencesNeverRepeatAfterAFailover() async throws {
    let primary = try PostgresCluster(PostgresCluster.Options(listensOnTCP: true))
    let database = try await TestServer.makeDatabase(on: primary)
    let client = try await TestClient(try database.store())
    try await client.add("book")
    _ = try await client.giveBack(try await client.borrow())
    let replica = try primary.makeReplica()
    #expect(try replica.execute("select pg_is_in_recovery()") == "t")
    // The replica loses what comes now.
    try replica.execute("alter system set primary_conninfo = ''; select pg_reload_conf()")
    while try replica.execute("select count(*) from pg_stat_wal_receiver") != "0" {}
    var last = Fence(0)
    for _ in 0..<50 {
      let lease = try await client.borrow()
      last = lease.fence
      _ = try await client.giveBack(lease)
    }
    try primary.stop(.immediate)

    let standby = try TestedStore(
      replica.address(database: database.name),
      configuration: PostgresStoreConfiguration(operationTimeout: .seconds(5)))
    let refused = await failure(of: .report, at: standby)
    #expect(refused?.code == .unreachable)
    #expect(refused?.explanation.contains("standby") == true)
    await standby.close()
    try replica.promote()
    let survivor = try await TestClient(
      try TestedStore(replica.address(database: database.name)), named: "survivor")
    let lease = try await survivor.borrow()
    #expect(lease.fence > last)
    #expect(lease.fence.epoch > last.epoch)
    // The epoch is raised once.
    _ = try await survivor.giveBack(lease)
    let other = try await TestClient(
      try TestedStore(replica.address(database: database.name)), named: "other")
    #expect(try await other.borrow().fence.epoch == lease.fence.epoch)
    await survivor.store.close()
    await other.store.close()
    await client.store.close()
  }

  /// Borrows and returns some times, and returns the last fence.
  private func lastFence(of client: TestClient, after count: Int) async throws -> Fence {
    var last = Fence(0)
    for _ in 0..<count {
      let lease = try await client.borrow()
      last = lease.fence
      _ = try await client.giveBack(lease)
    }
    return last
  }

  @Test(arguments: [0, 2])
  func aCopyThatIsStartedWithoutRecoveryRepeatsNoFence(restarts: Int) async throws {
    let original = try PostgresCluster()
    let database = try await TestServer.makeDatabase(on: original)
    let client = try await TestClient(try database.store())
    try await client.add("book")
    _ = try await lastFence(of: client, after: 4)
    let copy = try original.makeCopy()
    for _ in 0..<restarts { try original.restart() }
    let last = try await lastFence(of: client, after: 40)
    await client.store.close()
    try original.stop(.immediate)

    try copy.start()
    let survivor = try await TestClient(try TestedStore(copy.address(database: database.name)))
    var fences: Set<Int64> = []
    for _ in 0..<50 { fences.insert(try await lastFence(of: survivor, after: 1).number) }
    // The counter is larger than all that the original has given out, in whatever epoch.
    let counter = Int64(1) << 40
    #expect(fences.allSatisfy { $0 % counter > last.number % counter })
    if restarts == 0 { #expect(fences.allSatisfy { $0 > last.number }) }
    // The epoch can be raised above one that a guard has seen.
    let raised = try copy.execute(
      "select lend.raise_epoch_1(\(last.epoch))", in: database.name)
    let fence = try await lastFence(of: survivor, after: 1)
    #expect(fence > last && String(fence.epoch) == raised)
    await survivor.store.close()
  }

  @Test func aCopyOfADatabaseInTheSameServerHasAnEpochOfItsOwn() async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    try await client.add("book")
    await client.store.close()
    let copy = TestDatabase(cluster: database.cluster, name: database.name + "_copy")
    try database.cluster.execute("create database \(copy.name) template \(database.name)")
    let original = try await TestClient(try database.store())
    let last = try await lastFence(of: original, after: 1)
    let restored = try await TestClient(try copy.store())
    #expect(try await lastFence(of: restored, after: 1) > last)
    await original.store.close()
    await restored.store.close()
  }
}
#endif
