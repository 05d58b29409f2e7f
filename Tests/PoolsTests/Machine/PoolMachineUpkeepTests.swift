import Testing

@testable import StagecraftPools

/// How elements are created, used up, and destroyed.
@Suite(.timeLimit(.minutes(3)))
struct PoolMachineUpkeepTests {
  typealias Rules = TestMachine.Rules

  // MARK: Creation

  @Test func aWarmUpCreatesTheMissingElementsUpToTheCapacity() {
    let pool = Conversation(.init(builder: .pool, capacity: 2))
    pool.warmUp(to: 5)
    #expect(pool.actions == [.build(0), .build(1)])
    pool.built(0)
    #expect(pool.reachedWarmUps() == [])
    #expect(pool.machine.warmTarget == 2)
    pool.built(1)
    #expect(pool.reachedWarmUps() == [5])
    #expect(pool.machine.warmTarget == 0)
  }

  @Test func eachWarmUpEndsAtItsOwnCount() {
    let pool = Conversation(.init(builder: .pool, capacity: 4))
    pool.warmUp(to: 3)
    pool.warmUp(to: 1)
    #expect(pool.actions == [])
    pool.built(0)
    #expect(pool.reachedWarmUps() == [1])
    pool.warmUp(to: 2)
    pool.built(1)
    #expect(pool.reachedWarmUps() == [2])
    #expect(pool.machine.warmTarget == 3)
    // The failure of the third element concerns only the caller that requested three.
    #expect(pool.buildFailed(2) == [3])
    #expect(pool.machine.warmTarget == 0)
  }

  @Test func aCancelledWarmUpCreatesNothingMore() {
    let pool = Conversation(.init(builder: .pool, capacity: 4, concurrentBuilds: 1))
    pool.warmUp(to: 3)
    pool.warmUp(to: 2)
    #expect(pool.actions == [])
    pool.machine.warmUps.remove(3)
    pool.built(0)
    #expect(pool.actions == [.build(1)])
    pool.built(1)
    #expect(pool.actions == [])
    #expect(pool.reachedWarmUps() == [2])
  }

  /// A warm-up fails and is requested again at once, in the pause after the failure.
  @Test func aWarmUpDuringThePauseIsRetriedAfterIt() {
    let pool = Conversation(.init(builder: .pool, capacity: 2, firstRetryDelay: 100))
    pool.warmUp(to: 1)
    #expect(pool.buildFailed(0) == [1])
    pool.warmUp(to: 1)
    #expect(pool.actions == [])
    let next = pool.machine.nextMoment ?? 0
    #expect((95...105).contains(next))
    pool.pass(next)
    #expect(pool.actions == [.build(0)])
  }

  @Test func aFailureEndsTheWarmUp() {
    let pool = Conversation(.init(builder: .pool, capacity: 2))
    pool.warmUp(to: 1)
    #expect(pool.buildFailed(0) == [1])
    #expect(pool.machine.warmTarget == 0)
    #expect(pool.machine.nextMoment == nil)
  }

  @Test func theMinimumIsCreatedAsSoonAsElementsAreLent() {
    let pool = warm(1, .init(builder: .pool, capacity: 3, minimumIdle: 1))
    #expect(pool.borrow() == .lend(plain(0)))
    pool.pass(0)
    #expect(pool.actions == [.build(1)])
  }

  @Test func thePauseDoublesUpToItsMaximum() {
    let pool = Conversation(
      .init(builder: .pool, capacity: 1, firstRetryDelay: 100, longestRetryDelay: 400))
    for expected in [100, 200, 400, 400] as [Int64] {
      pool.wait(1)
      if let next = pool.machine.nextMoment { pool.pass(next - pool.now) }
      #expect(pool.actions == [.build(0)])
      pool.buildFailed(0)
      pool.wait(2)
      let pause = pool.machine.nextMoment.map { $0 - pool.now } ?? 0
      #expect((expected * 95 / 100...expected * 105 / 100).contains(pause))
      pool.shutLine()
    }
  }

  @Test func aSuccessEndsThePause() {
    let pool = Conversation(.init(builder: .pool, capacity: 2))
    pool.wait(1)
    pool.wait(2)
    pool.buildFailed(0)
    pool.built(1)
    #expect(pool.actions == [.resume(2, .lent(plain(1)))])
    pool.wait(3)
    #expect(pool.actions == [.build(0)])
  }

  @Test func aPauseThatIsOverSetsNoTimer() {
    let pool = Conversation(.init(builder: .pool, capacity: 2, firstRetryDelay: 100))
    pool.wait(1)
    pool.wait(2)
    pool.buildFailed(0)
    pool.buildFailed(1)
    pool.wait(3)
    pool.pass(500)
    #expect(pool.actions == [.build(1)])
    #expect(pool.machine.nextMoment == nil)
  }

  @Test func theMachineNeedsTheTimeDuringACreation() {
    let pool = warm(1, .init(builder: .pool, capacity: 2, minimumIdle: 2))
    #expect(pool.machine.slots.buildingCount == 1)
    #expect(pool.machine.needsTime)
  }

  // MARK: Use

  @Test func aUsedUpElementIsDestroyed() {
    let pool = warm(1, .init(builder: .pool, capacity: 1, maximumUses: 2))
    for _ in 0..<2 {
      #expect(pool.borrow() == .lend(plain(0)))
      pool.returnElement(0)
    }
    #expect(pool.actions == [.destroy(0, .usedUp)])
  }

  // MARK: Shrinking

  @Test func surplusIdleElementsAreDestroyedFromTheColdEnd() {
    let pool = Conversation(.init(builder: .borrower, maximumIdle: 1))
    for slot in 0..<2 {
      #expect(pool.borrow() == .build(slot))
      pool.builtByBorrower(slot)
    }
    pool.returnElement(1)
    pool.returnElement(0)
    #expect(pool.actions == [.destroy(1, .surplus)])
  }

  @Test func anElementCreatedForACancelledWaiterCountsAsSurplus() {
    let pool = Conversation(.init(builder: .pool, capacity: 1, maximumIdle: 0))
    let ticket = pool.wait(1)
    #expect(pool.abandon(ticket) == .resume(1))
    pool.built(0)
    #expect(pool.actions == [.destroy(0, .surplus)])
  }

  @Test func trimmingStopsAtTheMinimum() {
    let pool = warm(4, .init(builder: .pool, capacity: 4, minimumIdle: 1))
    #expect(pool.shed(.fraction(0.3)) == 2)
    #expect(pool.actions == [.destroy(0, .trimmed), .destroy(1, .trimmed)])
    #expect(pool.shed(.all) == 1)
    #expect(pool.machine.slots.idleCount == 1)
  }

  @Test func trimmingByIdleTimeDestroysOnlyThoseIdleLongEnough() {
    let pool = warm(2, .init(builder: .pool, capacity: 2))
    pool.now = 10
    #expect(pool.borrow() == .lend(plain(1)))
    pool.returnElement(1)
    pool.now = 15
    // The time was not recorded when slot 0 became idle: it counts from here.
    #expect(pool.shed(.idle(atLeast: 10)) == 0)
    pool.now = 20
    #expect(pool.shed(.idle(atLeast: 10)) == 1)
    #expect(pool.actions == [.destroy(1, .trimmed)])
    pool.now = 25
    #expect(pool.shed(.idle(atLeast: 10)) == 1)
    #expect(pool.actions == [.destroy(0, .trimmed)])
  }

  @Test func aGivenStockIsNotTrimmed() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 1)
    #expect(pool.shed(.all) == 0)
  }

  @Test func trimmingKeepsTheElementOfACalledThread() {
    let pool = warm(1, .init(builder: .pool, capacity: 1))
    _ = pool.borrow()
    let ticket = pool.wait(1, .thread)
    pool.returnElement(0)
    #expect(pool.shed(.all) == 0)
    #expect(pool.retry(ticket, 1) == .lend(plain(0)))
  }

  @Test func aLowerCapacityDestroysIdleElementsFirst() {
    let pool = warm(3, .init(builder: .pool, capacity: 3))
    #expect(pool.borrow() == .lend(plain(2)))
    pool.setCapacity(1)
    #expect(pool.actions == [.destroy(0, .overCapacity), .destroy(1, .overCapacity)])
    pool.returnElement(2)
    #expect(pool.actions == [])
  }

  /// A stock of two, both on loan, is replaced: the capacity falls to 0, and two are added.
  ///
  /// The new ones are borrowed repeatedly; the old ones are destroyed when they are returned.
  @Test func aShrinkConcernsElementsOnLoanAndNotLaterAdditions() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 2)
    _ = pool.borrow()
    _ = pool.borrow()
    pool.wait(1)
    pool.setCapacity(0)
    #expect(pool.add() == 2)
    #expect(pool.actions == [.resume(1, .lent(plain(2)))])
    #expect(pool.add() == 3)
    #expect(pool.actions == [])
    pool.returnElement(2)
    #expect(pool.actions == [])
    pool.returnElement(0)
    #expect(pool.actions == [.destroy(0, .overCapacity)])
    pool.returnElement(1)
    #expect(pool.actions == [.destroy(1, .overCapacity)])
    #expect(pool.machine.slots.idleCount == 2)
    // A later shrink applies to them like all others.
    pool.setCapacity(1)
    #expect(pool.actions == [.destroy(3, .overCapacity)])
  }

  @Test func settingTheSameCapacityAgainDestroysNothing() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 2)
    _ = pool.borrow()
    _ = pool.borrow()
    pool.setCapacity(0)
    _ = pool.add()
    pool.setCapacity(1)
    #expect(pool.actions == [])
  }

  /// A shrink first counts elements that will be destroyed anyway.
  @Test func anInvalidatedElementOnLoanCountsTowardAShrink() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 1)
    _ = pool.borrow()
    pool.invalidateAll()
    _ = pool.add()
    pool.setCapacity(1)
    #expect(pool.actions == [])
    pool.returnElement(0)
    #expect(pool.actions == [.destroy(0, .invalidated)])
    #expect(pool.machine.slots.idleCount == 1)
  }

  @Test func aReplacedElementServesTheNextAndKeepsTheCapacity() {
    let pool = Conversation(
      .init(builder: .none, capacity: 0, prepares: true, maximumUses: 2), stock: 1)
    _ = pool.borrow()
    pool.returnElement(0)
    _ = pool.borrow()
    pool.wait(1)
    pool.replace(0)
    // As new: neither used up nor in need of preparation.
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
    #expect(pool.machine.rules.capacity == 1)
    pool.returnElement(0)
    #expect(pool.actions == [])
  }

  @Test func aReplacementOfAnInvalidatedElementIsValid() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 1)
    _ = pool.borrow()
    pool.invalidateAll()
    pool.replace(0)
    #expect(pool.actions == [])
    #expect(pool.machine.slots.idleCount == 1)
    #expect(pool.machine.slots.staleOutCount == 0)
  }

  @Test func aReplacementAfterTheShutdownIsDestroyed() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 1)
    _ = pool.borrow()
    pool.shutdown(failing: true)
    pool.replace(0)
    #expect(pool.actions == [.destroy(0, .shutdown)])
  }

  @Test func aDetachedElementFreesCapacity() {
    let pool = warm(1, .init(builder: .pool, capacity: 1))
    _ = pool.borrow()
    pool.wait(1)
    pool.detach(0)
    #expect(pool.actions == [.build(0)])
  }

  @Test func aDiscardedElementFreesCapacityOnceItIsDestroyed() {
    let pool = warm(1, .init(builder: .pool, capacity: 1))
    _ = pool.borrow()
    pool.wait(1)
    pool.discard(0)
    #expect(pool.actions == [.destroy(0, .byBorrower)])
    pool.destroyed(0)
    #expect(pool.actions == [.build(0)])
  }

  // MARK: Shutdown

  @Test func aShutdownThatServesIsDrainedAfterTheLastWaiter() {
    let pool = warm(1, .init(builder: .pool, capacity: 1))
    _ = pool.borrow()
    pool.wait(1)
    pool.shutdown(failing: false)
    #expect(pool.actions == [])
    #expect(pool.borrow() == .shutdown)
    pool.returnElement(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
    pool.returnElement(0)
    #expect(pool.actions == [.destroy(0, .shutdown)])
    pool.destroyed(0)
    #expect(pool.actions == [.drained])
    pool.shutdown(failing: true)
    #expect(pool.actions == [])
  }

  @Test func anEmptyPoolIsDrainedAtOnce() {
    let pool = Conversation(.init(builder: .pool, capacity: 1))
    pool.shutdown(failing: false)
    #expect(pool.actions == [.drained])
    #expect(pool.machine.nextMoment == nil)
  }

  // MARK: Cost

  /// One element with a high number keeps the records of all that existed before it.
  @Test func visitingTheElementsDoesNotVisitTheFormerOnes() {
    var slots = SlotRecords()
    for _ in 0..<1_000 {
      let slot = slots.takeVacant()
      slots.move(slot, to: .building)
      slots.move(slot, to: .out)
    }
    for slot in 0..<998 { slots.move(slot, to: .vacant) }
    slots.move(998, to: .idle)
    #expect(slots.count == 1_000)
    #expect(slots.outCount == 1)
    #expect(slots.coldest == 998)
    #expect(slots.colder(after: 998) == nil)
    var visited: [Int] = []
    slots.forEachOut { visited.append($0) }
    slots.forEachUnfinished { visited.append($0) }
    #expect(visited == [999])
    slots.markAllStale()
    #expect(slots.staleOutCount == 1)
  }
}

extension Conversation {
  /// Rejects all borrowers in line.
  fileprivate func shutLine() {
    pass(0)
    while let place = machine.line.first {
      _ = machine.line.settle(place, with: .cancelled)
    }
  }
}
