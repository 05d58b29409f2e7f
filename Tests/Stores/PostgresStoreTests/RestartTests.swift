#if PostgreSQL
import PostgresCluster
import StagecraftPostgresStore
import StagecraftSharedPools
import Testing

/// Servers that stop, crash and fail over.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct RestartTests {
  @Test(arguments: [PostgresCluster.Stop.fast, .immediate])
  func theLineSurvivesARestart(mode: PostgresCluster.Stop) async throws {
    let cluster = try PostgresCluster()
    let database = try await TestServer.makeDatabase(on: cluster)
    let holder = try await TestDesk(try database.store(), named: "holder")
    try await holder.add("book")
    let lease = try await holder.borrow()
    let store = try database.store()
    var ids: [LendingID] = []
    var desks: [TestDesk] = []
    for number in 0..<8 {
      let desk = try await TestDesk(store, named: "waiter \(number)")
      let id = LendingID.random()
      let answer = try await desk.perform(desk.ask(id))
      guard case .asked(.waiting) = answer else { throw TestDesk.Surprise(answer) }
      ids.append(id)
      desks.append(desk)
    }
    var signals = desks.map { store.signals(for: $0.session.id).makeAsyncIterator() }
    try cluster.restart(mode)
    for index in signals.indices {
      guard case .deaf = await signals[index].next() else {
        Issue.record("A restart is not reported.")
        return
      }
    }
    // The lease goes on.
    let beat = LendingBeat(session: holder.session.id, leases: [lease])
    let beaten = try await holder.insist(.beat(beat))
    guard case .beaten(let renewals, _) = beaten, case .renewed? = renewals.first else {
      throw TestDesk.Surprise(beaten)
    }
    _ = try await holder.giveBack(lease)
    var last = lease.fence
    for index in signals.indices {
      let grant = try await desks[index].waitForGrant(of: ids[index], &signals[index])
      #expect(grant.fence > last)
      last = grant.fence
      _ = try await desks[index].giveBack(LendingKey(request: ids[index], fence: grant.fence))
    }
    await store.close()
    await holder.store.close()
  }

  @Test func aCrashAfterAnAnswerLosesNoGrant() async throws {
    let cluster = try PostgresCluster()
    let database = try await TestServer.makeDatabase(on: cluster)
    let desk = try await TestDesk(try database.store())
    for number in 0..<10 { try await desk.add("book \(number)") }
    var leases: [LendingKey] = []
    for count in 1...10 {
      leases.append(try await desk.borrow())
      try cluster.stop(.immediate)
      try cluster.start()
      let answer = try await desk.insist(
        .beat(LendingBeat(session: desk.session.id, leases: leases)))
      guard case .beaten(let renewals, _) = answer, case .renewed? = renewals.last else {
        throw TestDesk.Surprise(answer)
      }
      #expect(try await desk.report().count(of: .lent) == count)
    }
    await desk.store.close()
  }

  @Test func fencesNeverRepeatAfterAFailover() async throws {
    let primary = try PostgresCluster(PostgresCluster.Options(listensOnTCP: true))
    let database = try await TestServer.makeDatabase(on: primary)
    let desk = try await TestDesk(try database.store())
    try await desk.add("book")
    _ = try await desk.giveBack(try await desk.borrow())
    let replica = try primary.makeReplica()
    #expect(try replica.execute("select pg_is_in_recovery()") == "t")
    // The replica loses what comes now.
    try replica.execute("alter system set primary_conninfo = ''; select pg_reload_conf()")
    while try replica.execute("select count(*) from pg_stat_wal_receiver") != "0" {}
    var last = Fence(0)
    for _ in 0..<50 {
      let lease = try await desk.borrow()
      last = lease.fence
      _ = try await desk.giveBack(lease)
    }
    try primary.stop(.immediate)

    let standby = try PostgresStore(
      replica.address(database: database.name),
      configuration: PostgresStoreConfiguration(operationTimeout: .seconds(2)))
    let refused = await failure(of: .report, at: standby)
    #expect(refused?.code == .unreachable)
    #expect(refused?.explanation.contains("standby") == true)
    await standby.close()
    try replica.promote()
    let survivor = try await TestDesk(
      try PostgresStore(replica.address(database: database.name)), named: "survivor")
    let lease = try await survivor.borrow()
    #expect(lease.fence > last)
    #expect(lease.fence.epoch == last.epoch + 1)
    // The epoch is raised once.
    _ = try await survivor.giveBack(lease)
    let other = try await TestDesk(
      try PostgresStore(replica.address(database: database.name)), named: "other")
    #expect(try await other.borrow().fence.epoch == last.epoch + 1)
    await survivor.store.close()
    await other.store.close()
    await desk.store.close()
  }
}
#endif
