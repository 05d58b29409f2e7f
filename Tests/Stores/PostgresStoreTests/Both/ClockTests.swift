#if POSTGRES_CLIENT
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// Steps of the server's clock.
///
/// The lease lives for 30 seconds.
@Suite(.needsServer, .timeLimit(.minutes(1)))
struct ClockTests {
  /// A holder and a waiter at a server whose clock stands still, and can be stepped.
  private struct Scene {
    let database: TestDatabase
    let holder: TestClient
    let lease: LendingKey
    let waiter: TestClient
    let waiting: LendingID

    init() async throws {
      database = try await TestServer.makeDatabase()
      try database.execute(
        """
        create table lend.test_step (start float not null, seconds float not null);
        insert into lend.test_step values (extract(epoch from clock_timestamp()), 0);
        alter table lend.test_step owner to lend_owner;
        create or replace function lend.now_us() returns bigint language plpgsql volatile as
          'begin return (select (start + seconds) * 1000000 from lend.test_step); end';
        """)
      holder = try await TestClient(try database.store(), named: "holder")
      try await holder.add("book")
      lease = try await holder.borrow()
      waiter = try await TestClient(try database.store(), named: "waiter")
      waiting = .random()
      let answer = try await waiter.perform(waiter.ask(waiting))
      guard case .asked(.waiting) = answer else { throw TestClient.Surprise(answer) }
    }

    /// Sets the server's clock to a number of seconds after the start.
    func step(to seconds: Double) throws {
      try database.execute("update lend.test_step set seconds = \(seconds)")
    }

    /// What remains of the lease after a renewal.
    func renew() async throws -> Duration? {
      let batch = LendingRenewalBatch(session: holder.session.id, leases: [lease])
      let answer = try await holder.perform(.renew(batch))
      guard case .renewed(let renewals, _) = answer else { throw TestClient.Surprise(answer) }
      guard case .renewed(let remaining, _)? = renewals.first else { return nil }
      return remaining
    }

    /// Whether the waiter has the resource, after a sweep.
    func isLentToWaiter() async throws -> Bool {
      _ = try await waiter.perform(.sweep)
      let batch = LendingRenewalBatch(session: waiter.session.id, waiting: [waiting])
      let answer = try await waiter.perform(.renew(batch))
      guard case .renewed(_, let outcomes) = answer else { throw TestClient.Surprise(answer) }
      if case .granted? = outcomes.first { return true }
      return false
    }

    func close() async {
      await holder.store.close()
      await waiter.store.close()
    }
  }

  @Test func aStepForwardEndsNoLease() async throws {
    let scene = try await Scene()
    try scene.step(to: 60)
    #expect(try await !scene.isLentToWaiter())
    #expect(try await scene.renew() != nil)
    try scene.step(to: 7_200)
    #expect(try await scene.renew() != nil)
    #expect(try await !scene.isLentToWaiter())
    await scene.close()
  }

  @Test func aStepBackPromisesNoMoreThanTheTimeToLive() async throws {
    let scene = try await Scene()
    try scene.step(to: -600)
    let remaining = try #require(try await scene.renew())
    // The last use of the pool is known to a sixteenth of the time to live.
    #expect(remaining <= .seconds(32), "\(remaining)")
    // Then the clock is set right.
    try scene.step(to: 0)
    #expect(try await !scene.isLentToWaiter())
    #expect(try await scene.renew() != nil)
    await scene.close()
  }

  @Test func aLeaseThatIsNotRenewedEndsAlsoAfterASteppedClock() async throws {
    let scene = try await Scene()
    try scene.step(to: 600)
    #expect(try await !scene.isLentToWaiter())
    // The lease and the grace period last 35 seconds, and the waiter renews every ten.
    for seconds in [610, 620, 630] {
      try scene.step(to: Double(seconds))
      #expect(try await !scene.isLentToWaiter())
    }
    try scene.step(to: 636)
    #expect(try await scene.isLentToWaiter())
    await scene.close()
  }

  @Test func aStepBackDoesNotKeepTheResourceOfADeadHolder() async throws {
    let scene = try await Scene()
    for seconds in [-600, -590, -580, -570] {
      try scene.step(to: Double(seconds))
      #expect(try await !scene.isLentToWaiter())
    }
    try scene.step(to: -564)
    #expect(try await scene.isLentToWaiter())
    await scene.close()
  }

  /// A million leases are held back as fast as one.
  @Test func leasesAreHeldBackWithoutWritingThem() async throws {
    let scene = try await Scene()
    let versions = "select string_agg(xmin::text, ',' order by id) from lend.request"
    let before = try scene.database.execute(versions)
    for seconds in [60.0, -600] {
      try scene.step(to: seconds)
      #expect(try await !scene.isLentToWaiter())
    }
    #expect(try scene.database.execute(versions) == before)
    #expect(try await scene.renew() != nil)
    await scene.close()
  }

  @Test func theLogHasTheServersTimeAlsoAfterAJump() async throws {
    let scene = try await Scene()
    try scene.step(to: 7_200)
    try await scene.holder.add("another book")
    let difference = try scene.database.execute(
      """
      select abs(lend.now_us() - max(time)) < 60000000 from lend.event where kind = 'added'
      """)
    #expect(difference == "t")
    await scene.close()
  }
}
#endif
