import Testing

@testable import StagecraftPools

/// Tests of idle elements that no borrower has asked for.
@Suite(.timeLimit(.minutes(3)))
struct PoolMachineIdleTestTests {
  typealias Rules = TestMachine.Rules

  private let test = { (slot: Int) in
    TestMachine.Action.prepare(TestMachine.Grant(slot: slot, needsValidation: true))
  }

  /// Three elements are idle since 10, 20 and 30, and are tested after 100.
  private func pool(
    of count: Int = 3, _ change: (inout Rules) -> Void = { _ in }
  ) -> Conversation {
    var rules = Rules(builder: .pool, capacity: count)
    rules.validationWindow = 1_000
    rules.testInterval = 100
    change(&rules)
    let pool = warm(count, rules)
    for _ in 0..<count { _ = pool.borrow() }
    for slot in 0..<count {
      pool.now += 10
      pool.returnElement(slot)
    }
    return pool
  }

  @Test func testsTheColdestFirstAndOneAtATime() {
    let pool = pool()
    pool.pass(70)
    #expect(pool.actions == [])
    #expect(pool.machine.nextMoment == 110)
    pool.pass(10)
    #expect(pool.actions == [test(0)])
    pool.pass(20)
    #expect(pool.actions == [])
    pool.prepared(0)
    #expect(pool.actions == [test(1)])
    pool.prepared(1)
    #expect(pool.actions == [test(2)])
    pool.prepared(2)
    #expect(pool.actions == [])
    #expect(pool.machine.nextMoment == 230)
    pool.pass(100)
    #expect(pool.actions == [test(0)])
  }

  @Test func anElementThatPassesStaysAsColdAsItWas() {
    let pool = pool { $0.idleTimeout = 400 }
    pool.pass(80)
    pool.prepared(0)
    #expect(pool.machine.slots.coldest == 0)
    #expect(pool.machine.nextMoment == 120)
    #expect(pool.borrow() == .lend(plain(2)))
    pool.returnElement(2)
    #expect(pool.shed(.atMost(1)) == 1)
    #expect(pool.actions == [.destroy(0, .trimmed)])
  }

  @Test func anElementThatPassesStaysColderThanOthersOfItsPreference() {
    var rules = Rules(builder: .pool, capacity: 2)
    rules.testInterval = 100
    let pool = warm(2, rules)
    for _ in 0..<2 { _ = pool.borrow(preferring: 5) }
    for slot in 0..<2 {
      pool.now += 10
      pool.returnElement(slot)
    }
    pool.pass(90)
    #expect(pool.actions == [test(0)])
    pool.prepared(0)
    #expect(pool.borrow(preferring: 5) == .lend(TestMachine.Grant(slot: 1, isPreferred: true)))
  }

  @Test func aTestCountsAsAValidation() {
    let pool = pool { $0.validationWindow = 50 }
    pool.pass(80)
    pool.prepared(0)
    for slot in [2, 1] {
      #expect(pool.borrow() == .lend(TestMachine.Grant(slot: slot, needsValidation: true)))
    }
    pool.now += 49
    #expect(pool.borrow() == .lend(plain(0)))
  }

  @Test func aFailedTestDestroysTheElementAndTheNextIsTested() {
    let pool = pool { $0.minimumIdle = 3 }
    pool.pass(100)
    #expect(pool.actions == [test(0)])
    pool.discard(0, because: .byHook)
    #expect(pool.actions == [test(1), .destroy(0, .byHook)])
    pool.destroyed(0)
    #expect(pool.actions == [.build(0)])
  }

  @Test func aBorrowerWithoutAnotherElementWaitsForTheTest() {
    let pool = pool()
    pool.pass(80)
    #expect(pool.borrow() == .lend(plain(2)))
    #expect(pool.borrow() == .lend(plain(1)))
    #expect(pool.borrow(.task, .none) == .refuse)
    pool.wait(7)
    #expect(pool.actions == [])
    pool.prepared(0)
    #expect(pool.actions == [.resume(7, .lent(plain(0)))])
  }

  @Test func aTestThatHangsDelaysTheOthersForOneInterval() {
    let pool = pool()
    pool.pass(80)
    #expect(pool.actions == [test(0)])
    #expect(pool.machine.nextMoment == 210)
    pool.pass(99)
    #expect(pool.actions == [])
    pool.pass(1)
    #expect(pool.actions == [test(1)])
    // When the first test ends after all, the other is still the only one.
    pool.prepared(0)
    #expect(pool.actions == [])
    pool.prepared(1)
    #expect(pool.actions == [test(2)])
  }

  /// The first elements, the coldest, were due again before the last had been tested.
  @Test func slowTestsReachEachElement() {
    let pool = pool(of: 4)
    var tested: [TestMachine.Action] = []
    pool.pass(70)
    for slot in 0..<4 {
      tested += pool.actions
      pool.now += 50
      pool.prepared(slot)
    }
    #expect(tested == (0..<4).map(test))
    #expect(pool.actions == [test(0)])
  }

  @Test func aBorrowerDoesNotRelyOnATestWhileThereIsRoom() {
    let pool = pool(of: 1) { $0.capacity = 2 }
    pool.pass(100)
    #expect(pool.actions == [test(0)])
    pool.wait(7)
    #expect(pool.actions == [.build(1)])
    pool.prepared(0)
    #expect(pool.actions == [.resume(7, .lent(plain(0)))])
  }

  @Test func anElementUnderTestBelongsToTheReserve() {
    let pool = pool()
    pool.machine.rules.capacity = 4
    pool.machine.rules.minimumIdle = 3
    pool.pass(80)
    #expect(pool.actions == [test(0)])
  }

  @Test func aBorrowerDoesNotRelyOnATestWhileItsKeyHasRoom() {
    var talk = KeyedConversation(capacity: 3, perKey: 2) {
      $0.preparer = .pool
      $0.validationWindow = 1_000
      $0.testInterval = 100
    }
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.returnElement(0) == [])
    #expect(talk.pass(100) == [.prepares(0)])
    #expect(talk.borrow(2, "Central") == [.waits, .builds(1, "Central")])
    #expect(talk.prepared(0) == [.resumes(2, 0)])
  }

  @Test func anElementThatWasInvalidatedDuringItsTestIsDestroyed() {
    let pool = pool()
    pool.pass(80)
    pool.invalidateAll()
    pool.prepared(0)
    #expect(pool.actions == [.destroy(0, .invalidated)])
  }

  @Test func aPoolThatIsShutDownTestsNothing() {
    let pool = pool()
    pool.pass(80)
    pool.shutdown(failing: true)
    pool.prepared(0)
    #expect(pool.actions == [.destroy(0, .shutdown)])
    #expect(pool.machine.nextMoment == nil)
  }

  @Test func anElementWithAKeyStaysAsColdAsItWas() {
    var talk = KeyedConversation(capacity: 3, perKey: 2) {
      $0.preparer = .pool
      $0.validationWindow = 1_000
      $0.testInterval = 100
    }
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Central") == 1)
    #expect(talk.returnElement(0) == [])
    #expect(talk.pass(10) == [])
    #expect(talk.returnElement(1) == [])
    #expect(talk.pass(90) == [.prepares(0)])
    #expect(talk.borrow(3, "Central") == [.lends(1)])
    #expect(talk.borrow(4, "Central") == [.waits])
    #expect(talk.cancel(4) == [.cancels(4)])
    #expect(talk.returnElement(1) == [])
    #expect(talk.prepared(0) == [])
    #expect(talk.machine.slots.coldest == 0)
    #expect(talk.borrow(5, "Central") == [.lends(1)])
    #expect(talk.borrow(6, "Central") == [.lends(0)])
  }

  // MARK: Inspection by the program

  @Test func borrowersDoNotWaitForAnInspectionThatTakesLong() {
    let pool = warm(1, Rules(builder: .pool, capacity: 2))
    pool.inspect(0)
    pool.wait(1)
    #expect(pool.actions == [.build(1)])
    pool.built(1)
    #expect(pool.actions == [.resume(1, .lent(plain(1)))])
    pool.inspected(0)
    #expect(pool.actions == [] && pool.machine.slots.idleCount == 1)
  }

  @Test func anIdleElementIsPreparedWhileAnotherIsInspected() {
    var rules = Rules(builder: .pool, capacity: 2)
    rules.preparer = .pool
    rules.prepares = true
    let pool = warm(2, rules)
    for _ in 0..<2 { _ = pool.borrow() }
    for slot in 0..<2 { pool.returnElement(slot) }
    pool.inspect(0)
    pool.wait(1)
    #expect(pool.actions == [.prepare(TestMachine.Grant(slot: 1, needsPreparation: true))])
  }

  @Test func inspectedElementsKeepTheirOrderAmongThoseOfTheirPreference() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let pool = warm(3, Rules(builder: .pool, capacity: 3))
      for _ in 0..<3 { _ = pool.borrow(preferring: 5) }
      for slot in 0..<3 {
        pool.now += 10
        pool.returnElement(slot)
      }
      var colder: Int?
      for slot in order {
        pool.inspect(slot)
        pool.inspected(slot, after: colder)
        colder = slot
      }
      for slot in [2, 1, 0] {
        #expect(
          pool.borrow(preferring: 5) == .lend(TestMachine.Grant(slot: slot, isPreferred: true)))
      }
    }
  }

  @Test func anInspectedElementCountsAmongTheMinimumOfIdleOnes() {
    var rules = Rules(builder: .pool, capacity: 3)
    rules.minimumIdle = 2
    let pool = warm(2, rules)
    pool.inspect(0)
    pool.pass(10)
    #expect(pool.actions == [])
    pool.discard(0)
    #expect(pool.actions == [.build(2), .destroy(0, .byBorrower)])
  }
}
