import Testing

@testable import StagecraftPools

/// Which borrower gets which element.
@Suite(.timeLimit(.minutes(3)))
struct PoolMachineBorrowingTests {
  /// The maps that borrowers prefer.
  private let harbour = 1, market = 2, port = 3

  // MARK: Three kinds of builders

  @Test func aBorrowerIsAskedToCreateTheElement() {
    let pool = Conversation(.init(builder: .borrower))
    #expect(pool.borrow() == .build(0))
    pool.builtByBorrower(0)
    #expect(pool.borrow(.task, .none) == .build(1))
    pool.buildFailedForBorrower(1)
    pool.returnElement(0)
    #expect(pool.borrow() == .lend(plain(0)))
    #expect(pool.machine.existing == 1)
  }

  @Test func thePoolCreatesOneElementPerWaiterUpToItsCapacity() {
    let pool = Conversation(.init(builder: .pool, capacity: 2))
    pool.wait(1)
    #expect(pool.actions == [.build(0)])
    pool.wait(2)
    #expect(pool.actions == [.build(1)])
    pool.wait(3)
    #expect(pool.actions == [])
    pool.built(1)
    #expect(pool.actions == [.resume(1, .lent(plain(1)))])
    pool.returnElement(1)
    #expect(pool.actions == [.resume(2, .lent(plain(1)))])
    pool.built(0)
    #expect(pool.actions == [.resume(3, .lent(plain(0)))])
  }

  @Test func concurrentCreationsAreLimited() {
    let pool = Conversation(.init(builder: .pool, capacity: 3, concurrentBuilds: 1))
    pool.wait(1)
    #expect(pool.actions == [.build(0)])
    pool.wait(2)
    #expect(pool.actions == [])
    pool.built(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0))), .build(1)])
  }

  @Test func aGivenStockNeverGrows() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 1)
    #expect(pool.borrow() == .lend(plain(0)))
    pool.wait(1)
    #expect(pool.actions == [])
    _ = pool.add()
    #expect(pool.actions == [.resume(1, .lent(plain(1)))])
    #expect(pool.machine.rules.capacity == 2)
  }

  @Test func aBorrowerThatDoesNotWaitGetsAnIdleElementOrNone() {
    let pool = Conversation(.init(builder: .pool, capacity: 2))
    #expect(pool.borrow(.thread, .none) == .refuse)
    #expect(pool.actions == [])
    pool.warmUp(to: 1)
    pool.built(0)
    #expect(pool.borrow(.thread, .none) == .lend(plain(0)))
  }

  @Test func aBorrowerThatDoesNotWaitOvertakesNoWaiter() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 1)
    _ = pool.borrow()
    let ticket = pool.wait(1, .thread)
    pool.returnElement(0)
    #expect(pool.actions == [.call(1)])
    #expect(pool.borrow(.thread, .none) == .refuse)
    #expect(pool.retry(ticket, 1) == .lend(plain(0)))
  }

  // MARK: Order and affinity

  @Test(arguments: [TestMachine.Rules.IdleOrder.hottest, .coldest])
  func theOrderOfReuseDecides(order: TestMachine.Rules.IdleOrder) {
    let pool = Conversation(.init(builder: .none, capacity: 0, order: order), stock: 3)
    for _ in 0..<3 { _ = pool.borrow() }
    for slot in [1, 2, 0] { pool.returnElement(slot) }
    let expected = order == .hottest ? [0, 2, 1] : [1, 2, 0]
    for slot in expected { #expect(pool.borrow() == .lend(plain(slot))) }
  }

  @Test func anElementThatShowsThePreferredKeyIsLentUnchanged() {
    let pool = Conversation(.init(builder: .borrower, prepares: true))
    #expect(pool.borrow(preferring: harbour) == .build(0))
    pool.builtByBorrower(0)
    #expect(pool.borrow(preferring: market) == .build(1))
    pool.builtByBorrower(1)
    pool.returnElement(0)
    pool.returnElement(1)
    let hit = TestMachine.Grant(slot: 1, isPreferred: true)
    #expect(pool.borrow(preferring: market) == .lend(hit))
    let miss = TestMachine.Grant(slot: 0, needsPreparation: true)
    #expect(pool.borrow(preferring: port) == .lend(miss))
  }

  @Test func anElementIsFoundAlthoughAnotherThatShowedTheSameKeyIsLentForSomethingElse() {
    let pool = Conversation(.init(builder: .borrower, prepares: true))
    for slot in 0...1 {
      #expect(pool.borrow(preferring: harbour) == .build(slot))
      pool.builtByBorrower(slot)
    }
    pool.returnElement(1)
    #expect(pool.borrow(preferring: market) == .lend(.init(slot: 1, needsPreparation: true)))
    pool.returnElement(0)
    #expect(pool.borrow(preferring: harbour) == .lend(.init(slot: 0, isPreferred: true)))
  }

  @Test func anElementIsFoundWhileAnotherThatShowsTheSameKeyIsOnLoan() {
    let pool = Conversation(.init(builder: .borrower, prepares: true))
    for slot in 0...1 {
      #expect(pool.borrow(preferring: harbour) == .build(slot))
      pool.builtByBorrower(slot)
    }
    pool.returnElement(0)
    #expect(pool.borrow(preferring: harbour) == .lend(.init(slot: 0, isPreferred: true)))
  }

  @Test func ofTwoElementsThatShowTheKeyTheHotterIsLent() {
    let pool = Conversation(.init(builder: .borrower))
    for slot in 0...1 {
      #expect(pool.borrow(preferring: harbour) == .build(slot))
      pool.builtByBorrower(slot)
    }
    for slot in [1, 0] { pool.returnElement(slot) }
    for slot in [0, 1] {
      #expect(pool.borrow(preferring: harbour) == .lend(.init(slot: slot, isPreferred: true)))
    }
  }

  @Test func withoutAMatchTheColdestIsLent() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 2)
    #expect(pool.borrow(preferring: port) == .lend(plain(0)))
  }

  // MARK: Preparation and validation

  @Test func onlyUsedElementsArePrepared() {
    let pool = Conversation(.init(builder: .pool, capacity: 1, prepares: true))
    pool.wait(1)
    pool.built(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
    pool.returnElement(0)
    #expect(pool.borrow() == .lend(.init(slot: 0, needsPreparation: true)))
  }

  @Test func anElementIdleForTheWindowIsValidated() {
    let pool = Conversation(.init(builder: .pool, capacity: 1, validationWindow: 500))
    pool.warmUp(to: 1)
    pool.built(0)
    pool.now = 499
    #expect(pool.borrow() == .lend(plain(0)))
    pool.returnElement(0)
    pool.now = 999
    #expect(pool.borrow() == .lend(.init(slot: 0, needsValidation: true)))
  }

  @Test func anIdleNewElementIsValidatedToo() {
    let pool = Conversation(.init(builder: .pool, capacity: 1, validationWindow: 500))
    pool.warmUp(to: 1)
    pool.built(0)
    pool.now = 500
    #expect(pool.borrow() == .lend(.init(slot: 0, needsValidation: true)))
  }

  @Test func thePoolPreparesForTheOldestWaiter() {
    let pool = preparingPool()
    pool.wait(1)
    #expect(pool.actions == [.prepare(.init(slot: 0, needsPreparation: true))])
    pool.wait(2)
    pool.returnElement(1)
    #expect(pool.actions == [.prepare(.init(slot: 1, needsPreparation: true))])
    pool.prepared(1)
    #expect(pool.actions == [.resume(1, .lent(plain(1)))])
    pool.discard(0, because: .preparationFailed)
    #expect(pool.actions == [.destroy(0, .preparationFailed)])
    pool.destroyed(0)
    #expect(pool.actions == [.build(0)])
    pool.built(0)
    #expect(pool.actions == [.resume(2, .lent(plain(0)))])
  }

  @Test func oneWaiterCausesOnePreparationInEachOrderOfReuse() {
    let pool = preparingPool(order: .coldest)
    pool.returnElement(1)
    pool.wait(1)
    #expect(pool.actions == [.prepare(.init(slot: 0, needsPreparation: true))])
    pool.prepared(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
  }

  @Test func anElementPreparedForACancelledWaiterIsLentToTheNext() {
    let pool = preparingPool()
    let ticket = pool.wait(1)
    #expect(pool.abandon(ticket) == .resume(1))
    pool.prepared(0)
    #expect(pool.borrow() == .lend(plain(0)))
  }

  /// A hook that never returns must not block waiters from elements returned meanwhile.
  @Test func aReturnedElementIsPreparedDuringACreation() {
    let pool = Conversation(.init(builder: .pool, capacity: 2, preparer: .pool, prepares: true))
    pool.wait(1)
    pool.built(0)
    pool.wait(2)
    #expect(pool.actions == [.build(1)])
    pool.returnElement(0)
    #expect(pool.actions == [.prepare(.init(slot: 0, needsPreparation: true))])
  }

  // MARK: Rejection

  @Test func aBorrowerThatRejectsAnElementKeepsItsPlace() {
    let pool = Conversation(.init(builder: .pool, capacity: 1))
    pool.wait(1)
    pool.built(0)
    pool.now = 10
    pool.wait(2)
    let ticket = pool.reject(0, since: 0, turn: 1).ticket!
    #expect(pool.actions == [.destroy(0, .byHook)])
    #expect(pool.park(ticket, 1) == .parked)
    pool.destroyed(0)
    pool.built(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
  }

  @Test func aBorrowerThatRejectsAndDoesNotWaitIsRefused() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 1)
    _ = pool.borrow()
    #expect(pool.reject(0, .task, .none) == .refuse)
  }

  @Test func aBorrowerThatCreatesElementsCreatesAnotherAfterARejection() {
    let pool = Conversation(.init(builder: .borrower))
    #expect(pool.borrow() == .build(0))
    pool.builtByBorrower(0)
    #expect(pool.reject(0) == .build(1))
    #expect(pool.actions == [.destroy(0, .byHook)])
  }

  @Test func aBorrowerThatRejectsDuringAShutdownIsStillServed() {
    let pool = Conversation(.init(builder: .pool, capacity: 1))
    pool.wait(1)
    pool.built(0)
    pool.shutdown(failing: false)
    #expect(pool.reject(0).ticket != nil)
    pool.shutdown(failing: true)
    pool.destroyed(0)
    #expect(pool.actions == [.drained])
  }

  /// Both elements of a pool that prepares have been used; 0 is idle, 1 is on loan.
  private func preparingPool(order: TestMachine.Rules.IdleOrder = .hottest) -> Conversation {
    let pool = Conversation(
      .init(builder: .pool, capacity: 2, order: order, preparer: .pool, prepares: true))
    pool.wait(0)
    pool.wait(0)
    pool.built(0)
    pool.built(1)
    pool.returnElement(0)
    return pool
  }
}
