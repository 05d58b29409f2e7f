#if POSTGRES_CLIENT
import Foundation
import PostgresCluster
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// Faults of the server and of what is around it.
@Suite(.needsServer, .timeLimit(.minutes(2)))
struct ServerFaultTests {
  // MARK: Ended connections

  /// Each decision is stopped where it needs a table, and its connection is ended there.
  @Test(arguments: ["pool", "session", "resource", "request", "event"])
  func aConnectionEndsInTheMiddleOfADecision(table: String) async throws {
    let database = try await TestServer.makeDatabase()
    let client = try await TestClient(try database.store())
    try await client.add("book")
    let locker = try TestConnection(database.address)
    let killer = try TestConnection(database.address)
    func cutDecision(_ call: LendingCall) async throws -> LendingAnswer {
      try locker.execute("begin; lock table lend.\(table) in access exclusive mode")
      async let answer = client.insist(call)
      let waiting = """
        select pg_terminate_backend(l.pid) from pg_locks l
          where not l.granted and l.relation = 'lend.\(table)'::regclass
        """
      // Each turn is a round trip to the server.
      while try killer.execute(waiting) == nil {
        try Task.checkCancellation()
        await Task.yield()
      }
      try locker.execute("rollback")
      return try await answer
    }
    var last = Fence(0)
    for _ in 0..<5 {
      let id = LendingID.random()
      let answer = try await cutDecision(client.ask(id))
      guard case .asked(.granted(let grant)) = answer else { throw TestClient.Surprise(answer) }
      #expect(grant.fence > last)
      last = grant.fence
      #expect(try await client.report().count(of: .lent) == 1)
      let lease = LendingKey(request: id, fence: grant.fence)
      let returned = try await cutDecision(.giveBack(LendingReturn(lease: lease)))
      #expect(returned == .returned(.returned))
      #expect(try await client.report().count(of: .free) == 1)
    }
    #expect(try database.execute("select count(*) from lend.event where kind = 'granted'") == "5")
    #expect(try database.execute("select count(*) from lend.event where kind = 'returned'") == "5")
    await client.store.close()
  }

  // MARK: A full disk

  @Test func aFullDiskLeavesTheStateAsBefore() async throws {
    guard geteuid() == 0 else { return print("Only root can make a small disk: skipped.") }
    let cluster = try PostgresCluster()
    let disk = cluster.folder + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    guard mount("tmpfs", disk, "tmpfs", 0, "size=24m") == 0 else {
      return print("This process cannot mount a small disk: skipped.")
    }
    defer { _ = umount2(disk, 2) }
    chmod(disk, 0o777)
    let space = disk + "/space"
    // The server, which owns the folder then, fails if the command ends before it has read its input.
    _ = try cluster.execute("copy (select 1) to program 'cat >&2; mkdir -m 700 \(space)'")
    _ = try cluster.execute("create tablespace small location '\(space)'")
    _ = try cluster.execute("create database lend_small tablespace small")
    let database = TestDatabase(cluster: cluster, name: "lend_small")
    try await TestedStore.makeSchema(database.address)
    let client = try await TestClient(try database.store())
    for number in 1...3 { try await client.add("book \(number)") }
    let filler = try TestConnection(database.address)
    var last = Fence(0)
    for round in 0..<20 {
      try filler.execute(
        "create table filler (t text); alter table filler alter t set storage plain")
      for size in [1_000, 100, 1] {
        while (try? filler.execute(
          """
          insert into filler select repeat('x', 7000) from generate_series(1, \(size));
          select 1
          """)) != nil
        {}
      }
      var pending: LendingID?
      for _ in 0..<5_000 {
        let id = LendingID.random()
        switch await result(of: client.ask(id), at: client.store) {
        case .success(.asked(.granted(let grant))):
          #expect(grant.fence > last)
          last = grant.fence
          let lease = LendingKey(request: id, fence: grant.fence)
          let given = await result(of: .giveBack(LendingReturn(lease: lease)), at: client.store)
          if case .failure(let error) = given {
            #expect(error.code == .full, "\(error)")
            try filler.execute("drop table filler")
            #expect(try await client.giveBack(lease) == .returned(.returned))
            pending = nil
            break
          }
          continue
        case .success(let answer): throw TestClient.Surprise(answer)
        case .failure(let error):
          #expect(error.code == .full, "\(error)")
          #expect(try await client.report().count(of: .lent) == 0)
          pending = id
        }
        break
      }
      if let pending {
        try filler.execute("drop table filler")
        let answer = try await client.insist(client.ask(pending))
        guard case .asked(.granted(let grant)) = answer else { throw TestClient.Surprise(answer) }
        #expect(grant.fence > last)
        last = grant.fence
        _ = try await client.giveBack(LendingKey(request: pending, fence: grant.fence))
      }
      #expect(
        try filler.execute("select to_regclass('filler')") == nil, "Round \(round): never full.")
      #expect(try await client.report().count(of: .free) == 3)
    }
    await client.store.close()
  }

  // MARK: Clocks

  @Test func theServersClockJumps() async throws {
    let database = try await TestServer.makeDatabase()
    try database.execute(
      """
      create table lend.test_shift (shift bigint not null);
      insert into lend.test_shift values (0);
      alter table lend.test_shift owner to lend_owner;
      create or replace function lend.now_us() returns bigint language sql volatile as
        'select (extract(epoch from clock_timestamp()) * 1000000)::bigint + shift
          from lend.test_shift';
      """)
    let clock = try TestConnection(database.address)
    let store = try database.store()
    let keeper = try await TestClient(store, named: "keeper")
    try await keeper.add("book")
    var last = Fence(0)
    for round in 0..<20 {
      let hour = round.isMultiple(of: 2) ? 3_600_000_000 : -3_600_000_000
      let holder = try await TestClient(store, named: "holder")
      let lease = try await holder.borrow()
      #expect(lease.fence > last)
      last = lease.fence
      try clock.execute("update lend.test_shift set shift = shift + \(hour)")
      let other = try await TestClient(store, named: "other")
      let id = LendingID.random()
      let answer = try await other.perform(other.ask(id))
      // The lease goes on, in whatever direction.
      guard case .asked(.waiting) = answer else { throw TestClient.Surprise(answer) }
      #expect(try await holder.giveBack(lease) == .returned(.returned))
      let granted = try await other.perform(other.ask(id))
      guard case .asked(.granted(let grant)) = granted else { throw TestClient.Surprise(granted) }
      #expect(grant.fence > last)
      last = grant.fence
      _ = try await other.giveBack(LendingKey(request: id, fence: grant.fence))
      for client in [holder, other] {
        _ = try await client.perform(.close(session: client.session.id))
      }
    }
    #expect(try database.execute("select count(*) from lend.resource where state = 'f'") == "1")
    await store.close()
  }

  // MARK: Failover

  @Test func aSynchronousStandbyHasAllAnsweredGrants() async throws {
    let primary = try PostgresCluster(PostgresCluster.Options(settings: ["fsync": "off"]))
    let database = try await TestServer.makeDatabase(on: primary)
    let replica = try primary.makeReplica(
      PostgresCluster.Options(settings: ["fsync": "off"]))
    try primary.execute(
      "alter system set synchronous_standby_names = 'replica'; select pg_reload_conf()")
    while try primary.execute("select sync_state from pg_stat_replication") != "sync" {
      try Task.checkCancellation()
      await Task.yield()
    }
    // Its leases are renewed after the failover only, which takes a while on a busy machine.
    let client = try await TestClient(
      try database.store(), settings: SharedPoolSettings(timeToLive: .seconds(120)))
    for number in 0..<200 { try await client.add("book \(number)") }
    let answered = Task {
      var leases: [LendingKey] = []
      for _ in 0..<200 {
        let id = LendingID.random()
        guard
          case .success(.asked(.granted(let grant))) = await result(
            of: client.ask(id), at: client.store)
        else { break }
        leases.append(LendingKey(request: id, fence: grant.fence))
      }
      return leases
    }
    let count = "select count(*) from lend.request where state = 'g'"
    while (Int(try database.execute(count)) ?? 0) < 20 {
      try Task.checkCancellation()
      await Task.yield()
    }
    try primary.stop(.immediate)
    let leases = await answered.value
    try replica.promote()
    let store = try TestedStore(replica.address(database: database.name))
    let batch = LendingRenewalBatch(session: client.session.id, leases: leases)
    let answer = try await store.perform(.renew(batch), in: "books")
    guard case .renewed(let renewals, _) = answer else { throw TestClient.Surprise(answer) }
    #expect(!leases.isEmpty)
    for renewal in renewals {
      guard case .renewed = renewal else {
        Issue.record("Of \(leases.count) answered grants, one is \(renewal).")
        break
      }
    }
    await store.close()
    await client.store.close()
  }
}
#endif
