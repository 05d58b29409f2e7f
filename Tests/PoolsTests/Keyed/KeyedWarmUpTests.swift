import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftPools

/// Elements of a key that are created before they are needed.
@Suite("Warming up a key", .timeLimit(.minutes(3)))
struct KeyedWarmUpTests {
  @Test("creates the missing elements, also beside idle ones, and is reached with the last")
  func createsTheMissing() {
    var talk = KeyedConversation(capacity: 4, perKey: 3)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.returnElement(0) == [])
    #expect(talk.warmUp("Central", to: 3) == [.builds(1, "Central"), .builds(2, "Central")])
    #expect(talk.built(1) == [])
    #expect(talk.machine.takeReachedWarmUps() == [])
    #expect(talk.built(2) == [])
    #expect(talk.machine.takeReachedWarmUps() == [3])
    #expect(talk.machine.keys.warmUps.isEmpty)
  }

  @Test("comes after the waiters of all keys, and evicts nothing")
  func comesAfterWaiters() {
    var talk = KeyedConversation(capacity: 2, perKey: 2) { $0.concurrentBuilds = 1 }
    #expect(talk.hold(1, "Harbour") == 0)
    #expect(talk.borrow(2, "North") == [.waits, .builds(1, "North")])
    #expect(talk.warmUp("Central", to: 2) == [])
    #expect(talk.built(1) == [.resumes(2, 1)])
    #expect(talk.machine.takeReachedWarmUps() == [2])
    #expect(talk.returnElement(1) == [])
    #expect(talk.warmUp("Central", to: 2) == [])
    #expect(talk.machine.takeReachedWarmUps() == [2])
    #expect(talk.machine.slots.idleCount == 1)
  }

  @Test("ends with the first failure of its key, and leaves other keys alone")
  func endsWithAFailure() {
    var talk = KeyedConversation(capacity: 4, perKey: 2)
    #expect(talk.warmUp("Central", to: 2) == [.builds(0, "Central"), .builds(1, "Central")])
    #expect(talk.warmUp("Harbour", to: 1) == [.builds(2, "Harbour")])
    var ended: [UInt64] = []
    _ = talk.tell { ended = $0.buildFailed(0, with: "flooded", at: $1, into: &$2) }
    #expect(ended == [2])
    #expect(talk.built(2) == [])
    #expect(talk.machine.takeReachedWarmUps() == [1])
  }

  @Test("does not create more than may be idle")
  func respectsTheMaximum() {
    var talk = KeyedConversation(capacity: 4, perKey: 3) { $0.maximumIdle = 1 }
    #expect(talk.warmUp("Central", to: 3) == [.builds(0, "Central")])
    #expect(talk.built(0) == [])
    #expect(talk.machine.takeReachedWarmUps() == [3])
  }

  @Test("counts only idle elements against their maximum")
  func elementsOnLoanAreNotIdle() {
    var talk = KeyedConversation(capacity: 8, perKey: 8) { $0.maximumIdle = 2 }
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Central") == 1)
    #expect(talk.warmUp("Central", to: 4) == [.builds(2, "Central"), .builds(3, "Central")])
    #expect(talk.built(2) == [])
    #expect(talk.machine.takeReachedWarmUps() == [])
    #expect(talk.built(3) == [])
    #expect(talk.machine.takeReachedWarmUps() == [4])
  }

  /// Elements were destroyed as surplus, and created again without end.
  @Test("shares the maximum of idle elements with other keys")
  func sharesTheMaximum() {
    var talk = KeyedConversation(capacity: 8, perKey: 4) { $0.maximumIdle = 3 }
    #expect(talk.hold(1, "Harbour") == 0)
    #expect(talk.returnElement(0) == [])
    #expect(talk.warmUp("Central", to: 3) == [.builds(1, "Central"), .builds(2, "Central")])
    #expect(talk.warmUp("North", to: 2) == [])
    #expect(talk.machine.takeReachedWarmUps() == [2])
    #expect(talk.built(1) == [])
    #expect(talk.machine.takeReachedWarmUps() == [])
    #expect(talk.built(2) == [])
    #expect(talk.machine.takeReachedWarmUps() == [3])
    #expect(talk.machine.slots.idleCount == 3)
  }

  @Test("goes on when the capacity of each key grows")
  func continuesWithMoreCapacity() {
    var talk = KeyedConversation(capacity: 1, perKey: 1)
    #expect(talk.warmUp("Central", to: 2) == [.builds(0, "Central")])
    let said = talk.tell { $0.setCapacity(2, perKey: 2, at: $1, into: &$2) }
    #expect(said == [.builds(1, "Central")])
  }

  @Test("when cancelled, creates no more and forgets a key without elements")
  func cancelled() {
    var talk = KeyedConversation(capacity: 4, perKey: 3) { $0.concurrentBuilds = 1 }
    #expect(talk.warmUp("Central", to: 3) == [.builds(0, "Central")])
    #expect(talk.tell { $0.cancelWarmUp(3, at: $1, into: &$2) } == [])
    #expect(talk.built(0) == [])
    _ = talk.tell { _ = $0.shed(.all, at: $1, into: &$2) }
    _ = talk.ended(0)
    #expect(talk.keySlots.isEmpty)
  }

  @Test("a pool warms up for a key, and throws the error of its creation")
  func warmsUp() async throws {
    let made = Tally()
    let pool = KeyedPool(capacity: 4, capacityPerKey: 2) { (branch: String) in
      if branch == "Flooded" { throw Flooded() }
      return CatalogueSession(branch: branch, number: made.add())
    }
    try await pool.warmUp(to: 2, for: "Central")
    #expect(pool.snapshot(of: "Central").idle == 2)
    try await pool.warmUp(to: 5, for: "Central")
    try await pool.warmUp(to: 0, for: "North")
    #expect(pool.keys == ["Central"])
    await #expect(throws: Flooded()) { try await pool.warmUp(to: 1, for: "Flooded") }
    #expect(made.count == 2)
    #expect(await pool.shutdown().isComplete)
    await #expect(throws: PoolError.shutdown) { try await pool.warmUp(to: 1, for: "Harbour") }
  }

  @Test("a cancelled call ends, and no further elements are created for it")
  func isCancelled() async throws {
    let made = Tally()
    let (starts, start) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    var configuration = PoolConfiguration()
    configuration.creation.maximumConcurrency = 1
    let pool = KeyedPool(capacity: 4, capacityPerKey: 2, configuration: configuration) {
      (branch: String) in
      start.yield()
      for await _ in ends { break }
      return CatalogueSession(branch: branch, number: made.add())
    }
    let warming = Task { try await pool.warmUp(to: 2, for: "Central") }
    for await _ in starts { break }
    warming.cancel()
    await #expect(throws: CancellationError.self) { try await warming.value }
    end.yield()
    #expect(await pool.shutdown().isComplete)
    #expect(made.count == 1)
  }

  @Test("a pool discards idle elements of all keys by a condition")
  func discards() async throws {
    let made = Tally()
    let pool = KeyedPool(capacity: 4, capacityPerKey: 2) { (branch: String) in
      CatalogueSession(branch: branch, number: made.add())
    }
    for branch in ["Central", "Harbour"] { try await pool.warmUp(to: 2, for: branch) }
    let lease = try await pool.ownedLease(for: "Harbour")
    #expect(pool.discard { session, _, _ in session.branch == "Harbour" } == 1)
    lease.release()
    #expect(pool.snapshot(of: "Harbour").idle == 1)
    #expect(pool.discard { _, _, _ in true } == 3)
    #expect(pool.snapshot.idle == 0)
    #expect(pool.keys.isEmpty)
  }
}
