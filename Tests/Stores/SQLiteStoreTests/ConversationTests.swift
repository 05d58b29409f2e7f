#if SQLite
@_spi(Store) import StagecraftSharedPools
@_spi(Store) import StagecraftTestKit
import Testing

@testable import StagecraftSQLiteStore

/// The store answers as the machine in memory does.
@Suite(.timeLimit(.minutes(5))) struct ConversationTests {
  @Test(arguments: 0..<24 as Range<UInt64>)
  func answersAsTheMachineInMemory(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    let store = clock.store(folder["lend.sqlite"])
    let difference = try await LendingConversation.run(
      seed: seed, steps: 600, stepsClockBack: seed % 3 == 0
    ) { request, now in
      clock.now = now
      return try await store.perform(request, in: "books")
    }
    #expect(difference == nil, "\(difference?.description ?? "")")
    await store.close()
  }

  /// The same, but the store is closed and opened again all the time, and another pool is in the
  /// same file.
  @Test(arguments: 100..<104 as Range<UInt64>)
  func remembersEverything(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    var store = clock.store(folder["lend.sqlite"])
    var other = LendingConversation(seed: seed &+ 1_000)
    var steps = 0
    let difference = try await LendingConversation.run(seed: seed, steps: 400) { request, now in
      steps += 1
      if steps % 20 == 0 {
        await store.close()
        store = clock.store(folder["lend.sqlite"])
      }
      let step = other.next()
      clock.now = step.now
      _ = try await store.perform(step.call, in: "films")
      clock.now = now
      return try await store.perform(request, in: "books")
    }
    #expect(difference == nil, "\(difference?.description ?? "")")
    await store.close()
  }
}
#endif
