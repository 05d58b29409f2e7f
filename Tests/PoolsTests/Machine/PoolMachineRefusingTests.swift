import Testing

@testable import StagecraftPools

/// When a borrower fails at once instead of waiting.
@Suite(.timeLimit(.minutes(3)))
struct PoolMachineRefusingTests {
  typealias Rules = TestMachine.Rules

  // MARK: A bound on waiters

  @Test func aBorrowerBeyondTheMaximumFails() {
    let pool = warm(1, Rules(builder: .pool, capacity: 1, maximumWaiting: 1))
    #expect(pool.borrow() == .lend(plain(0)))
    pool.wait(1)
    #expect(pool.borrow() == .lineIsFull)
    #expect(pool.machine.line.count == 1)
    pool.returnElement(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
    pool.wait(2)
    #expect(pool.machine.line.count == 1)
  }

  @Test func waitersWhoseElementIsBeingCreatedDoNotCount() {
    let pool = Conversation(Rules(builder: .pool, capacity: 2, maximumWaiting: 0))
    pool.wait(1)
    #expect(pool.actions == [.build(0)])
    pool.wait(2)
    #expect(pool.actions == [.build(1)])
    #expect(pool.borrow(.thread) == .lineIsFull)
    pool.built(1)
    #expect(pool.actions == [.resume(1, .lent(plain(1)))])
    #expect(pool.borrow() == .lineIsFull)
  }

  @Test func waitersForWhichThereIsRoomDoNotCount() {
    var rules = Rules(builder: .pool, capacity: 3, maximumWaiting: 0)
    rules.concurrentBuilds = 1
    let pool = Conversation(rules)
    for waiter in 1...3 { pool.wait(waiter) }
    #expect(pool.borrow() == .lineIsFull)
    pool.buildFailed(0)
    #expect(pool.machine.line.count == 2)
    pool.wait(4)
    #expect(pool.borrow() == .lineIsFull)
  }

  @Test func aCalledThreadForWhichAnElementIsIdleDoesNotCount() {
    let pool = warm(1, Rules(builder: .pool, capacity: 1, maximumWaiting: 1))
    #expect(pool.borrow() == .lend(plain(0)))
    pool.wait(1, .thread)
    pool.returnElement(0)
    #expect(pool.actions == [.call(1)])
    pool.wait(2)
    #expect(pool.borrow() == .lineIsFull)
  }

  @Test func theDestructionOfASurplusElementMakesNoRoom() {
    let pool = warm(2, Rules(builder: .pool, capacity: 2, maximumWaiting: 0))
    for _ in 0..<2 { _ = pool.borrow() }
    pool.setCapacity(1)
    pool.returnElement(0)
    #expect(pool.actions == [.destroy(0, .overCapacity)])
    #expect(pool.borrow() == .lineIsFull)
    let stock = Conversation(Rules(builder: .none, capacity: 0, maximumWaiting: 0), stock: 1)
    #expect(stock.borrow() == .lend(plain(0)))
    stock.discard(0)
    #expect(stock.borrow() == .lineIsFull)
  }

  @Test func aBorrowerThatFailsAtOnceLeavesNoDeadline() {
    let pool = warm(1, Rules(builder: .pool, capacity: 1, maximumWaiting: 1))
    #expect(pool.borrow() == .lend(plain(0)))
    pool.wait(1, until: 100)
    #expect(pool.borrow(.task, .until(50)) == .lineIsFull)
    #expect(pool.machine.nextMoment == 100)
  }

  @Test func elementsOfAnotherKeyServeNoWaiter() {
    var talk = KeyedConversation(capacity: 4, perKey: 1) { $0.maximumWaiting = 0 }
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.warmUp("Harbour", to: 1) == [.builds(1, "Harbour")])
    #expect(talk.borrow(2, "Central") == [.isFull])
    #expect(talk.borrow(3, "Harbour") == [.waits])
    #expect(talk.borrow(4, "Harbour") == [.isFull])
  }

  @Test func anElementThatWillBeIdleMakesRoomForAnotherKey() {
    var talk = KeyedConversation(capacity: 1, perKey: 1) { $0.maximumWaiting = 0 }
    #expect(talk.warmUp("Harbour", to: 1) == [.builds(0, "Harbour")])
    #expect(talk.borrow(1, "Central") == [.waits])
    #expect(talk.borrow(2, "North") == [.isFull])
    #expect(talk.built(0) == [.ends(0, .surplus)])
    #expect(talk.ended(0) == [.builds(0, "Central")])
  }

  @Test func waitersWhoseKeyHasRoomDoNotCount() {
    var talk = KeyedConversation(capacity: 3, perKey: 2) {
      $0.maximumWaiting = 0
      $0.concurrentBuilds = 1
    }
    #expect(talk.borrow(1, "Central") == [.waits, .builds(0, "Central")])
    #expect(talk.borrow(2, "Central") == [.waits])
    #expect(talk.borrow(3, "Central") == [.isFull])
    #expect(talk.borrow(4, "Harbour") == [.waits])
    #expect(talk.borrow(5, "North") == [.isFull])
  }

  @Test func aKeyThatWasOpenedForABorrowerThatFailsIsClosed() {
    var talk = KeyedConversation(capacity: 1, perKey: 1) { $0.maximumWaiting = 0 }
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.borrow(2, "Harbour") == [.isFull])
    #expect(talk.borrow(3, "Central") == [.isFull])
    #expect(talk.keySlots.keys.sorted() == ["Central"])
    #expect(talk.returnElement(0) == [])
    #expect(talk.borrow(4, "Harbour") == [.waits, .ends(0, .surplus)])
  }

  // MARK: Failing fast

  private func failing(capacity: Int) -> Conversation {
    var rules = Rules(builder: .pool, capacity: capacity)
    rules.failsFast = true
    return Conversation(rules)
  }

  @Test func aFailedCreationThrowsToAllBorrowersBeforeTheNextAttempt() {
    let pool = failing(capacity: 1)
    for waiter in 1...3 { pool.wait(waiter) }
    pool.buildFailed(0, 7)
    let failed = TestMachine.Outcome.failed(Failure(number: 7))
    #expect(pool.actions == (1...3).map { TestMachine.Action.resume($0, failed) })
    #expect(pool.borrow() == .failFast)
    #expect(pool.borrow(.thread) == .failFast)
    #expect(pool.borrow(.task, .none) == .refuse)
    pool.now = pool.machine.retryAt ?? 0
    pool.wait(4)
    #expect(pool.actions == [.build(0)])
    pool.built(0)
    #expect(pool.actions == [.resume(4, .lent(plain(0)))])
  }

  @Test func borrowersWaitForTheReturnOfAnElementThatExists() {
    let pool = failing(capacity: 2)
    pool.wait(1)
    pool.built(0)
    for waiter in 2...3 { pool.wait(waiter) }
    pool.buildFailed(1, 7)
    #expect(pool.actions == [.resume(2, .failed(Failure(number: 7)))])
    pool.wait(4)
    #expect(pool.machine.line.count == 2)
    pool.returnElement(0)
    #expect(pool.actions == [.resume(3, .lent(plain(0)))])
  }

  @Test func theLastOfSeveralCreationsThrowsToTheOthers() {
    let pool = failing(capacity: 2)
    for waiter in 1...4 { pool.wait(waiter) }
    let failed = { (waiter: Int) in
      TestMachine.Action.resume(waiter, .failed(Failure(number: 7)))
    }
    pool.buildFailed(0, 7)
    #expect(pool.actions == [failed(1)])
    pool.buildFailed(1, 7)
    #expect(pool.actions == [failed(2), failed(3), failed(4)])
  }

  @Test func aBorrowerWhoseElementProvedUnfitFailsFastToo() {
    let pool = failing(capacity: 1)
    pool.wait(1)
    pool.built(0)
    pool.setCapacity(2)
    pool.wait(2)
    pool.buildFailed(1, 7)
    #expect(pool.reject(0, turn: 1) == .failFast)
    #expect(pool.actions == [.destroy(0, .byHook)])
  }

  @Test func aKeyFailsFastByItself() {
    var talk = KeyedConversation(capacity: 4, perKey: 2) { $0.failsFast = true }
    #expect(talk.borrow(1, "Central") == [.waits, .builds(0, "Central")])
    #expect(talk.borrow(2, "Central") == [.waits, .builds(1, "Central")])
    #expect(talk.borrow(3, "Central") == [.waits])
    #expect(talk.borrow(4, "Harbour") == [.waits, .builds(2, "Harbour")])
    #expect(talk.buildFails(0) == [.fails(1, "flooded")])
    #expect(talk.buildFails(1) == [.fails(2, "flooded"), .fails(3, "flooded")])
    #expect(talk.borrow(5, "Central") == [.failsFast])
    #expect(talk.built(2) == [.resumes(4, 2)])
    #expect(talk.pass(60_000_000) == [])
    #expect(talk.borrow(6, "Central") == [.waits, .builds(1, "Central")])
  }

  /// The key was forgotten as soon as its first delay had ended, and each delay was the first.
  @Test func theDelaysOfAKeyGrowAlthoughNoWaiterRemains() {
    var talk = KeyedConversation(capacity: 1, perKey: 1) { $0.failsFast = true }
    var delays: [Int64] = []
    for waiter in 1...3 {
      #expect(talk.borrow(waiter, "Central") == [.waits, .builds(0, "Central")])
      #expect(talk.buildFails(0) == [.fails(waiter, "flooded")])
      let retryAt = talk.machine.nextMoment ?? 0
      delays.append((retryAt - talk.now + 25_000_000) / 50_000_000 * 50)
      #expect(talk.pass(retryAt - talk.now) == [])
    }
    #expect(delays == [50, 100, 200])
    #expect(talk.keySlots.count == 1)
    #expect(talk.pass(talk.machine.rules.longestRetryDelay) == [])
    #expect(talk.keySlots.isEmpty)
    #expect(talk.machine.nextMoment == nil)
  }
}
