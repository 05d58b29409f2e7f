import StageFloor
import TestSupport
import Testing

@testable import StagecraftPools

/// A pool that had many keys before.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct KeyedScaleTests {
  @Test func aFormerlyLargePoolIsAsSmallAsOneThatHadTenKeys() async throws {
    let count = 5_000
    let pool = KeyedPool(capacity: count, capacityPerKey: 1) { (key: Int) in key }
    var leases: [OwnedLease<Int>] = []
    for key in 0..<count { leases.append(try await pool.ownedLease(for: key)) }
    #expect(pool.snapshot.onLoan == count)
    for lease in leases { lease.release() }
    leases = []
    #expect(pool.trim(.all) == count)
    #expect(pool.snapshot.idle == 0)
    #expect(pool.keys.isEmpty)
    #expect(pool.directory.count == 0)
    #expect(pool.directory.entries.capacity <= 1_024)
    #expect(pool.core.table.count <= 64)
    pool.core.decide(.calm) { state, _, _ in
      #expect(state.machine.slots.count <= 64)
      #expect(state.machine.keys.keySlots.count <= 64)
      #expect(state.machine.line.places.count <= 64)
      #expect(state.loans.count <= 64)
      #expect(state.keys.count <= 64)
    }
    // It lends as before.
    for key in 0..<100 {
      #expect(try await pool.withElement(for: key) { $0 } == key)
    }
    #expect(pool.snapshot.idle == 100)
  }

  /// Keys are added and removed on many threads, so that the tables grow and shrink in use.
  @Test func shrinksWhileItIsUsed() async throws {
    let pool = KeyedPool(capacity: 2_000, capacityPerKey: 1) { (key: Int) in key }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for round in 0..<10 {
            var leases: [OwnedLease<Int>] = []
            for key in 0..<200 {
              let key = worker * 1_000 + key + round
              let lease = try await pool.ownedLease(for: key)
              #expect(lease.element == key)
              leases.append(lease)
            }
            for lease in leases { lease.release() }
            leases = []
            pool.trim(.all)
          }
        }
      }
      try await group.waitForAll()
    }
    pool.trim(.all)
    #expect(pool.snapshot.idle == 0)
    #expect(pool.snapshot.onLoan == 0)
    #expect(await pool.shutdown().isComplete)
  }
}
