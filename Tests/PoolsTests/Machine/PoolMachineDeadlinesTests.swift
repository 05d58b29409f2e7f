import Testing

@testable import StagecraftPools

/// What a pool stops relying on after a timeout, and when elements are too old.
@Suite(.timeLimit(.minutes(3)))
struct PoolMachineDeadlinesTests {
  typealias Rules = TestMachine.Rules

  // MARK: Timeouts

  @Test func anOverdueCreationIsNotReliedOn() {
    let pool = Conversation(.init(builder: .pool, capacity: 3))
    pool.wait(1, until: 10)
    #expect(pool.actions == [.build(0)])
    pool.pass(10)
    #expect(pool.actions == [.resume(1, .timedOut)])
    pool.wait(2)
    #expect(pool.actions == [.build(1)])
    // The creation that was started for the second is relied on, also while the first one is in
    // progress.
    pool.built(1)
    #expect(pool.actions == [.resume(2, .lent(plain(1)))])
    pool.wait(3)
    #expect(pool.actions == [.build(2)])
    // The late one is as good as any other.
    pool.built(0)
    #expect(pool.actions == [.resume(3, .lent(plain(0)))])
    pool.wait(4)
    #expect(pool.actions == [])
    pool.built(2)
    #expect(pool.actions == [.resume(4, .lent(plain(2)))])
  }

  @Test func anOverdueCreationThatFailsThrowsToNoOtherBorrower() {
    let pool = Conversation(.init(builder: .pool, capacity: 3))
    pool.wait(1, until: 10)
    pool.pass(10)
    pool.wait(2)
    #expect(pool.actions == [.build(1)])
    pool.buildFailed(0, 7)
    #expect(pool.actions == [])
    pool.built(1)
    #expect(pool.actions == [.resume(2, .lent(plain(1)))])
  }

  @Test func anOverdueCreationIsNotReliedOnByLaterWaiters() {
    let pool = Conversation(.init(builder: .pool, capacity: 2))
    pool.wait(1)
    pool.built(0)
    pool.wait(2, until: 10)
    pool.wait(3)
    pool.pass(10)
    pool.discard(0)
    pool.destroyed(0)
    #expect(pool.actions == [.build(0)])
  }

  @Test func aCreationIsReliedOnWhileAnOlderBorrowerWaitsForIt() {
    let pool = Conversation(.init(builder: .pool, capacity: 1))
    pool.wait(1)
    pool.wait(2, until: 10)
    pool.pass(10)
    #expect(pool.actions == [.resume(2, .timedOut)])
    #expect(pool.machine.slots.onTheWayCount == 1)
  }

  @Test func aCreationIsReliedOnAfterACancellation() {
    let pool = Conversation(.init(builder: .pool, capacity: 4))
    let ticket = pool.wait(1)
    _ = pool.abandon(ticket)
    pool.wait(2, until: 10)
    pool.wait(3)
    #expect(pool.machine.slots.buildingCount == 2)
    pool.pass(10)
    #expect(pool.actions == [.resume(2, .timedOut)])
    #expect(pool.machine.slots.buildingCount == 2)
    pool.wait(4)
    #expect(pool.actions == [.build(2)])
  }

  @Test func anOverduePreparationIsNotReliedOn() {
    let pool = warm(
      2, .init(builder: .pool, capacity: 3, preparer: .pool, prepares: true))
    // A new element needs no preparation; from the first return on it does.
    #expect(pool.borrow() == .lend(plain(1)))
    #expect(pool.borrow() == .lend(plain(0)))
    for slot in 0..<2 { pool.returnElement(slot) }
    pool.wait(1, until: 10)
    #expect(pool.machine.slots.preparingCount == 1)
    pool.pass(10)
    pool.wait(2, until: 20)
    #expect(pool.machine.slots.preparingCount == 2)
    pool.pass(10)
    pool.wait(3)
    #expect(pool.machine.slots.buildingCount == 1)
  }

  // MARK: Ageing

  @Test func anIdleElementIsDestroyedAtItsMaximumLifetime() {
    let rules = Rules(builder: .pool, capacity: 2, maximumLifetime: 100, lifetimeJitter: 0)
    let pool = warm(2, rules)
    #expect(pool.borrow() == .lend(plain(1)))
    #expect(pool.machine.nextMoment == 100)
    pool.pass(100)
    #expect(pool.actions == [.destroy(0, .tooOld)])
    pool.returnElement(1)
    #expect(pool.actions == [.destroy(1, .tooOld)])
  }

  @Test func jitterOnlyShortensALifetime() {
    let pool = warm(8, .init(builder: .pool, capacity: 8, maximumLifetime: 1_000))
    let ends = pool.machine.slots.entries.map(\.expiresAt)
    #expect(ends.allSatisfy { (900...1_000).contains($0) })
    #expect(Set(ends).count > 1)
    #expect(pool.machine.nextMoment == ends.min())
  }

  @Test func theIdleTimeoutKeepsTheMinimum() {
    let pool = warm(3, .init(builder: .pool, capacity: 3, minimumIdle: 2, idleTimeout: 100))
    #expect(pool.machine.nextMoment == 100)
    pool.pass(100)
    #expect(pool.actions == [.destroy(0, .idleTooLong)])
    #expect(pool.machine.nextMoment == nil)
  }

  @Test func anElementThatIsTooOldIsNotLentEvenIfNoTimerFired() {
    let pool = warm(2, .init(builder: .pool, capacity: 2, idleTimeout: 100))
    pool.now = 100
    #expect(pool.borrow(.task, .none) == .refuse)
    #expect(pool.actions == [.destroy(1, .idleTooLong), .destroy(0, .idleTooLong)])
  }
}
