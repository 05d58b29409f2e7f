#if POSTGRES_CLIENT
import Foundation
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
@_spi(Store) import StagecraftTestKit
import Testing

/// The functions of the database decide as `LendingMachine` does.
@Suite(.needsServer, .serialized)
struct ConversationTests {
  @Test(arguments: [false, true])
  func answersAsTheMachine(stepsClockBack: Bool) async throws {
    let environment = ProcessInfo.processInfo.environment
    let seeds = Int(environment["LEND_SEEDS"] ?? "") ?? 2
    let first = UInt64(environment["LEND_SEED"] ?? "") ?? .random(in: 0..<1 << 32)
    print("The conversations have the seeds \(first) to \(first + UInt64(max(1, seeds)) - 1).")
    for seed in first..<first + UInt64(seeds) {
      let database = try await TestServer.makeDatabase()
      try database.execute(
        """
        create unlogged table lend.test_clock (now bigint not null);
        insert into lend.test_clock values (0);
        alter table lend.test_clock owner to lend_owner;
        create or replace function lend.now_us() returns bigint language sql volatile as
          'select now from lend.test_clock';
        -- The machine holds no lease back: its clock never jumps unnoticed.
        create or replace function lend.has_seen(p lend.pool, p_now bigint) returns boolean
          language sql as 'select true';
        """)
      let clock = try TestConnection(database.address)
      try clock.execute("set synchronous_commit = off")
      let store = try database.store()
      let difference = try await LendingConversation.run(
        seed: seed, steps: 1_000, stepsClockBack: stepsClockBack
      ) { request, now in
        try clock.execute("update lend.test_clock set now = \(now)")
        return try await store.perform(request, in: "books")
      }
      await store.close()
      if let difference {
        Issue.record("\(difference)")
        return
      }
    }
  }
}
#endif
