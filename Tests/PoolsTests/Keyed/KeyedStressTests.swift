import StageFloor
import StagecraftPools
import TestSupport
import Testing

@Suite("A keyed pool under stress", .timeLimit(.minutes(5)))
struct KeyedStressTests {
  @Test(
    "never lends one element twice, never exceeds a capacity, and strands no borrower",
    arguments: 0..<6)
  func tasksAndThreads(seed: UInt64) async throws {
    let alive = SessionCensus()
    var configuration = PoolConfiguration()
    configuration.nestedBorrowing = .allowed
    configuration.creation.firstRetryDelay = .milliseconds(1)
    configuration.creation.longestRetryDelay = .milliseconds(1)
    configuration.waitTimeout = nil
    var hooks = PoolHooks<CatalogueSession>()
    hooks.destroy = { session, _ in alive.leave(session.branch) }
    let failures = Tally()
    let pool = KeyedPool(
      capacity: 4, capacityPerKey: 2, configuration: configuration, hooks: hooks
    ) { (branch: String) in
      if branch == "3", failures.add().isMultiple(of: 3) { throw Flooded() }
      alive.enter(branch)
      return CatalogueSession(branch: branch)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for reader in 0..<8 {
        group.addTask { await Self.read(pool, seed: seed &* 100 &+ UInt64(reader)) }
      }
      for reader in 8..<11 {
        group.addTask {
          try await onThread { Self.readBlocking(pool, seed: seed &* 100 &+ UInt64(reader)) }
        }
      }
      group.addTask {
        for round in 0..<40 {
          if round.isMultiple(of: 7) { pool.invalidate("1") }
          if round.isMultiple(of: 11) { pool.trim(.fraction(0.5)) }
          if round.isMultiple(of: 13) { pool.invalidateAll() }
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    #expect(pool.snapshot.waiting == 0)
    #expect(pool.snapshot.onLoan == 0)
    #expect(alive.most <= 4)
    #expect(alive.mostPerKey <= 2)
    #expect(await pool.shutdown().isComplete)
    #expect(alive.count == 0)
    // Key 3 is stored for another millisecond if its last creation has just failed.
    #expect(pool.keys.allSatisfy { $0 == "3" })
  }

  private static func read(_ pool: KeyedPool<String, CatalogueSession>, seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    for _ in 0..<150 {
      let branch = "\(Int.random(in: 0..<6, using: &random))"
      let choice = Int.random(in: 0..<10, using: &random)
      let loan = Task {
        let lease = try await pool.lease(for: branch)
        lease.element.book.take()
        #expect(lease.element.branch == branch)
        if choice > 5 { await Task.yield() }
        lease.element.book.putDown()
        #expect(lease.element.book.overlapCount == 0)
        if choice == 9 { lease.discard() }
      }
      if choice < 3 { loan.cancel() }
      _ = await loan.result
    }
  }

  private static func readBlocking(_ pool: KeyedPool<String, CatalogueSession>, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<150 {
      let branch = "\(Int.random(in: 0..<6, using: &random))"
      let isImpatient = Int.random(in: 0..<4, using: &random) == 0
      try? pool.withElementBlocking(
        for: branch, timeout: isImpatient ? .after(.microseconds(20)) : .unlimited
      ) { session in
        session.book.take()
        #expect(session.branch == branch)
        session.book.putDown()
        #expect(session.book.overlapCount == 0)
      }
    }
  }

  @Test("forgets keys while other threads request them")
  func forgetsKeysUnderContention() async throws {
    let pool = KeyedPool(capacity: 2, capacityPerKey: 1) { (branch: Int) in
      CatalogueSession(branch: "\(branch)")
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for round in 0..<400 {
            let branch = round % 3
            let read = try? await pool.withElement(for: branch) { $0.branch }
            #expect(read == "\(branch)")
            if let lease = pool.tryLease(for: (branch + 1) % 3) {
              #expect(lease.element.branch == "\((branch + 1) % 3)")
              lease.discard()
            }
          }
        }
      }
    }
    pool.trim(.all)
    #expect(pool.keys.isEmpty)
    #expect(pool.snapshot.onLoan == 0)
  }
}

/// The live sessions of each key, and their maximum number at any time.
private final class SessionCensus: Sendable {
  private struct State {
    var perKey: [String: Int] = [:]
    var most = 0
    var mostPerKey = 0
  }

  private let state = Locked(State())

  var count: Int { state.value.perKey.values.reduce(0, +) }
  var most: Int { state.value.most }
  var mostPerKey: Int { state.value.mostPerKey }

  func enter(_ key: String) {
    state.update { state in
      state.perKey[key, default: 0] += 1
      state.most = max(state.most, state.perKey.values.reduce(0, +))
      state.mostPerKey = max(state.mostPerKey, state.perKey[key, default: 0])
    }
  }

  func leave(_ key: String) { state.update { $0.perKey[key, default: 0] -= 1 } }
}
