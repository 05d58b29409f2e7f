#if PostgreSQL
import PostgresCluster
import StagecraftPostgresStore
@_spi(Store) import StagecraftSharedPools
import Testing

/// What each role may do.
///
/// One after another, because the roles belong to the server, and each test creates what is missing.
@Suite(.needsServer, .serialized, .timeLimit(.minutes(3)))
struct RightsTests {
  /// A database with two borrowers, a keeper and a viewer.
  private func makeDatabase() async throws -> TestDatabase {
    let database = try await TestServer.makeDatabase()
    try database.execute(
      """
      do $$ begin
        if not exists (select from pg_roles where rolname = 'alice') then
          create role alice login; create role bob login; create role kim login;
          create role vera login; create role eve login;
          grant lend_borrower to alice, bob; grant lend_keeper to kim; grant lend_viewer to vera;
        end if;
      end $$;
      """)
    return database
  }

  private func store(_ role: String, _ database: TestDatabase) throws -> PostgresStore {
    try PostgresStore(database.cluster.address(database: database.name, role: role))
  }

  @Test func aBorrowerTouchesNoTable() async throws {
    let database = try await makeDatabase()
    for role in ["alice", "vera", "eve", "kim"] {
      let connection = try TestConnection(
        database.cluster.address(database: database.name, role: role))
      for table in ["pool", "resource", "request", "session", "event", "place"] {
        for statement in [
          "select * from lend.\(table)", "delete from lend.\(table)",
          "insert into lend.\(table) default values",
        ] {
          #expect(throws: TestConnection.Failure.self) { try connection.execute(statement) }
        }
      }
      for call in ["raise_epoch(0)", "next_fence()", "enter('books')"] {
        #expect(throws: TestConnection.Failure.self) {
          try connection.execute("select lend.\(call)")
        }
      }
    }
  }

  @Test func aBorrowerDoesNotActForAnotherRole() async throws {
    let database = try await makeDatabase()
    let keeper = try await TestClient(try store("kim", database), named: "kim")
    let alice = try await TestClient(try store("alice", database), named: "alice")
    let bob = try await TestClient(try store("bob", database), named: "bob")
    try await keeper.add("book")
    let lease = try await alice.borrow()

    #expect(try await bob.giveBack(lease) == .returned(.unknown))
    #expect(try await bob.perform(.withdraw(lease.request)) == .withdrawn(.unknown))
    let stolen = LendingRenewalBatch(session: alice.session.id, leases: [lease])
    #expect(try await bob.perform(.renew(stolen)) == .refused(.unknownSession))
    let own = LendingRenewalBatch(
      session: bob.session.id, leases: [lease], waiting: [lease.request])
    #expect(
      try await bob.perform(.renew(own)) == .renewed(leases: [.unknown], waiting: [.unknown]))
    #expect(try await bob.perform(bob.ask(lease.request)) == .asked(.unknown))
    #expect(try await bob.perform(alice.ask()) == .refused(.unknownSession))
    #expect(
      try await bob.perform(.open(settings: nil, session: alice.session))
        == .refused(.unknownSession))
    #expect(try await bob.perform(.close(session: alice.session.id)) == .done)
    #expect(try await alice.report().count(of: .lent) == 1)

    let denied = await failure(
      of:
        .keep(.takeBack(name: "book", reason: "mine", immediately: true)), at: bob.store)
    #expect(denied?.code == .denied)
    #expect(
      try await keeper.perform(.keep(.takeBack(name: "book", reason: "due", immediately: true)))
        == .done)
    #expect(try await alice.giveBack(lease) == .returned(.already(.takenBack(reason: "due"))))
    for client in [keeper, alice, bob] { await client.store.close() }
  }

  @Test func aViewerSeesNoPayload() async throws {
    let database = try await makeDatabase()
    let keeper = try await TestClient(try store("kim", database), named: "kim")
    _ = try await keeper.perform(
      .keep(.add(name: "book", labels: [], payload: Array("secret".utf8), token: .random())))
    let viewer = try store("vera", database)
    guard case .reported(let report) = try await viewer.perform(.report, in: "books") else {
      Issue.record("A viewer cannot read the report.")
      return
    }
    #expect(report.resources.map(\.name) == ["book"])
    let connection = try TestConnection(
      database.cluster.address(database: database.name, role: "vera"))
    let rows = try connection.execute(
      "select json_agg(s)::text || coalesce((select json_agg(l)::text from lend.line l), '')"
        + " || lend.report_1('books') || lend.events_1('books', 0, 100) from lend.stock s")
    #expect(rows?.contains("book") == true)
    for secret in ["secret", "736563726574"] { #expect(rows?.contains(secret) == false) }
    let session = LendingSession(id: .random(), host: "vera", process: 1)
    let denied = await failure(of: .open(settings: nil, session: session), at: viewer)
    #expect(denied?.code == .denied)
    await viewer.close()
    await keeper.store.close()
  }

  @Test func onlyKeepersAndTheOwnerCreatePools() async throws {
    let database = try await makeDatabase()
    try database.execute(
      """
      do $$ begin
        if not exists (select from pg_roles where rolname = 'olga') then
          create role olga login; grant lend_owner to olga;
        end if;
      end $$;
      """)
    func open(_ pool: String, as role: String) async throws -> LendingAnswer {
      let store = try store(role, database)
      let session = LendingSession(id: .random(), host: role, process: 1)
      let answer = try await store.perform(.open(settings: nil, session: session), in: pool)
      await store.close()
      return answer
    }
    #expect(try await open("books", as: "alice") == .refused(.unknownPool))
    #expect(try database.execute("select count(*) from lend.pool").contains("0"))
    for (role, pool) in [("kim", "books"), ("olga", "maps")] {
      guard case .opened = try await open(pool, as: role) else {
        Issue.record("\(role) cannot create a pool.")
        return
      }
      guard case .opened = try await open(pool, as: "alice") else {
        Issue.record("A borrower cannot open a pool of \(role)'s.")
        return
      }
    }
  }

  @Test func aRoleWithoutRightsIsDenied() async throws {
    let database = try await makeDatabase()
    let stranger = try store("eve", database)
    let denied = await failure(of: .report, at: stranger)
    #expect(denied?.code == .denied)
    #expect(denied?.explanation.contains("lend_borrower") == true)
    await stranger.close()
  }

  @Test func onlyAKeeperRaisesTheEpoch() async throws {
    let database = try await makeDatabase()
    let keeper = try await TestClient(try store("kim", database), named: "kim")
    try await keeper.add("book")
    let store = try store("kim", database)
    #expect(try await store.raiseEpoch(above: 8_000) == 8_001)
    #expect(try await store.raiseEpoch() == 8_002)
    #expect(try await keeper.borrow().fence.epoch == 8_002)
    // A fence in place of its epoch would use up all epochs.
    for epoch in [-1, 8_388_607, 8_002 << 40, .max] as [Int64] {
      let error = await #expect(throws: LeaseStoreError.self) {
        try await store.raiseEpoch(above: epoch)
      }
      #expect(error?.code == .unsuitable)
      #expect(error?.explanation.contains("No epoch is above \(epoch)") == true)
    }
    #expect(try await store.raiseEpoch() == 8_003)
    let borrower = try self.store("alice", database)
    let denied = await #expect(throws: LeaseStoreError.self) { try await borrower.raiseEpoch() }
    #expect(denied?.code == .denied)
    for each in [store, borrower, keeper.store] { await each.close() }
  }

  @Test func aRoleThatMayOnlyConnectDoesNotStopAPool() async throws {
    let database = try await makeDatabase()
    let keeper = try await TestClient(try store("kim", database), named: "kim")
    try await keeper.add("book")
    let eve = try TestConnection(
      database.cluster.address(database: database.name, role: "eve"))
    for keys in ["1279610436, hashtext('books')", "1279610437, -1"] {
      try eve.execute("select pg_advisory_lock(\(keys))")
    }
    let lease = try await keeper.perform(keeper.ask())
    guard case .asked(.granted) = lease else { throw TestClient.Surprise(lease) }
    try await PostgresStore.initialize(PostgresAddress(database.address))
    await keeper.store.close()
  }

  /// After a restart, the row with the epoch was locked for each that opened a transaction.
  @Test func aViewerThatKeepsATransactionOpenDoesNotStopAPool() async throws {
    let database = try await makeDatabase()
    let keeper = try await TestClient(try store("kim", database), named: "kim")
    try await keeper.add("book")
    try database.execute("update lend.place set started = to_timestamp(0)")
    let vera = try TestConnection(
      database.cluster.address(database: database.name, role: "vera"))
    for statement in ["begin", "select lend.attend_1()", "select lend.report_1('books')"] {
      try vera.execute(statement)
    }
    let lease = try await keeper.perform(keeper.ask())
    guard case .asked(.granted) = lease else { throw TestClient.Surprise(lease) }
    await keeper.store.close()
  }

  @Test func aRoleThatMayCreateRolesCreatesTheSchema() async throws {
    let cluster = try PostgresCluster()
    try cluster.execute(
      "create role carla login createrole; create database lend_carla; "
        + "grant create on database lend_carla to carla; create role kim login")
    let address = cluster.address(database: "lend_carla", role: "carla")
    let change = try await PostgresStore.initialize(PostgresAddress(address))
    #expect(change.before == 0 && change.after == 1)
    // It grants the rights of the others.
    let carla = try TestConnection(address)
    try carla.execute("grant lend_keeper to kim")
    // A keeper may repeat it, and set rules.
    let kim = cluster.address(database: "lend_carla", role: "kim")
    #expect(try await PostgresStore.initialize(PostgresAddress(kim)).before == 1)
    #expect(try await PostgresStore.upgrade(PostgresAddress(kim)).after == 1)
    let keeper = try await TestClient(try PostgresStore(kim))
    let rules = SharedPoolSettings(timeToLive: .seconds(20))
    #expect(try await keeper.perform(.keep(.configure(rules))) == .done)
    await keeper.store.close()
  }
}
#endif
