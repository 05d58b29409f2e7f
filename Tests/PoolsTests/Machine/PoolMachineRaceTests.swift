import Testing

@testable import StagecraftPools

/// Races, replayed one input after the other.
@Suite(.timeLimit(.minutes(3)))
struct PoolMachineRaceTests {
  /// One element, which is on loan.
  private func exhausted(
    overtaking: Int64? = 1_000_000, _ builder: TestMachine.Rules.Builder = .pool
  ) -> Conversation {
    let pool = Conversation(.init(builder: builder, capacity: 1, overtaking: overtaking))
    pool.wait(0)
    pool.built(0)
    return pool
  }

  /// A task is cancelled between joining the line and parking.
  ///
  /// The cancellation handler finds no waiter to wake; the cancellation must not be lost.
  @Test func aCancellationBeforeParkingIsFoundByParking() {
    let pool = exhausted()
    let ticket = pool.join()
    #expect(pool.abandon(ticket) == .settled)
    #expect(pool.park(ticket, 1) == .settled(.cancelled))
    pool.returnElement(0)
    #expect(pool.actions == [])
    #expect(pool.machine.slots.idleCount == 1)
  }

  /// A task is granted an element, and cancelled before it runs.
  ///
  /// The code that removed it from the line has already resumed it: the cancellation is too late
  /// and changes nothing.
  @Test func aCancellationAfterTheGrantChangesNothing() {
    let pool = exhausted()
    let ticket = pool.wait(1)
    pool.returnElement(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
    #expect(pool.abandon(ticket) == .nothing)
    #expect(pool.machine.slots.outCount == 1)
  }

  /// The same before the task has parked: it finds the grant when it parks.
  @Test func aCancellationBetweenAnEarlyGrantAndParkingChangesNothing() {
    let pool = exhausted()
    let ticket = pool.join()
    pool.returnElement(0)
    #expect(pool.abandon(ticket) == .nothing)
    #expect(pool.park(ticket, 1) == .settled(.lent(plain(0))))
  }

  /// An element is returned at the same moment at which a wait times out.
  ///
  /// The first input decides.
  @Test func aTimeoutAndAGrantExcludeEachOther() {
    let grantFirst = exhausted()
    grantFirst.wait(1, until: 10)
    grantFirst.now = 10
    grantFirst.returnElement(0)
    #expect(grantFirst.actions == [.resume(1, .lent(plain(0)))])
    grantFirst.pass(0)
    #expect(grantFirst.actions == [])

    let timeoutFirst = exhausted()
    timeoutFirst.wait(1, until: 10)
    timeoutFirst.pass(10)
    #expect(timeoutFirst.actions == [.resume(1, .timedOut)])
    timeoutFirst.returnElement(0)
    #expect(timeoutFirst.actions == [])
    #expect(timeoutFirst.machine.slots.idleCount == 1)
  }

  /// A creation fails while two borrowers wait.
  ///
  /// The error is thrown to the longest waiter; the other must not keep sleeping while there is
  /// capacity.
  @Test func aFailedCreationStrandsNoWaiter() {
    let pool = Conversation(.init(builder: .pool, capacity: 1, firstRetryDelay: 100))
    pool.wait(1)
    pool.wait(2)
    pool.buildFailed(0, 7)
    #expect(pool.actions == [.resume(1, .failed(Failure(number: 7)))])
    let next = pool.machine.nextMoment
    #expect(next.map { (95...105).contains($0) } == true)
    pool.pass(105)
    #expect(pool.actions == [.build(0)])
    pool.built(0)
    #expect(pool.actions == [.resume(2, .lent(plain(0)))])
  }

  /// Elements are added from outside while creation fails: that does not make the next attempt
  /// succeed.
  @Test func anAddedElementDoesNotEndThePause() {
    let pool = Conversation(.init(builder: .pool, capacity: 1, firstRetryDelay: 100))
    pool.wait(1)
    pool.wait(2)
    pool.buildFailed(0, 7)
    #expect(pool.actions == [.resume(1, .failed(Failure(number: 7)))])
    #expect(pool.add() == 0)
    #expect(pool.actions == [.resume(2, .lent(plain(0)))])
    pool.wait(3)
    #expect(pool.actions == [])
    #expect(pool.machine.nextMoment.map { (95...105).contains($0) } == true)
    pool.pass(105)
    #expect(pool.actions == [.build(1)])
    // The second failure in a row: the pause is twice as long.
    pool.wait(4)
    pool.buildFailed(1, 8)
    #expect(pool.machine.retryAt.map { (295...315).contains($0) } == true)
    // Only a successful creation ends it.
    pool.pass(315)
    #expect(pool.actions == [.build(1)])
    pool.built(1)
    #expect(pool.actions == [.resume(4, .lent(plain(1)))])
    #expect(pool.machine.failuresInARow == 0)
  }

  /// A thread is called to look for an element, and gives up before it looks.
  ///
  /// Otherwise the element would stay idle while the next thread sleeps.
  @Test func aCalledThreadThatGivesUpPassesTheCallOn() {
    let pool = exhausted()
    let first = pool.wait(1, .thread)
    pool.wait(2, .thread)
    pool.returnElement(0)
    #expect(pool.actions == [.call(1)])
    #expect(pool.abandon(first, with: .timedOut) == .settled)
    #expect(pool.actions == [.call(2)])
    #expect(pool.retry(first, 1) == .settled(.timedOut))
  }

  /// A thread joins the line; before it parks, the element is returned.
  ///
  /// It could not be called, because it had not parked: it must look again when it parks.
  @Test func anElementReturnedBeforeAThreadParksIsNotMissed() {
    let pool = exhausted()
    let ticket = pool.join(.thread)
    pool.returnElement(0)
    #expect(pool.actions == [])
    #expect(pool.park(ticket, 1) == .parked)
    #expect(pool.actions == [.call(1)])
    #expect(pool.retry(ticket, 1) == .lend(plain(0)))
  }

  /// The same, but a newcomer overtakes and takes the element.
  ///
  /// The overtaken thread is owed another element, for which there is capacity by now.
  @Test func anElementIsCreatedForAThreadOvertakenBeforeParking() {
    let pool = exhausted()
    let ticket = pool.join(.thread)
    pool.returnElement(0)
    pool.setCapacity(2)
    #expect(pool.actions == [])
    #expect(pool.borrow(.thread) == .lend(plain(0)))
    #expect(pool.actions == [.build(1)])
    #expect(pool.park(ticket, 1) == .parked)
    pool.built(1)
    #expect(pool.actions == [.call(1)])
  }

  /// A running thread may take a free element as long as the oldest waiter has waited for less than
  /// a millisecond, and not a nanosecond longer.
  @Test func aThreadOvertakesThreadsForAMillisecond() {
    let pool = exhausted()
    let ticket = pool.wait(1, .thread)
    pool.returnElement(0)
    #expect(pool.actions == [.call(1)])
    pool.now = 999_999
    #expect(pool.borrow(.thread) == .lend(plain(0)))
    #expect(pool.retry(ticket, 1) == .nap)
    pool.returnElement(0)
    #expect(pool.actions.isEmpty)
    pool.now = 1_000_000
    #expect(pool.borrow(.thread).ticket != nil)
    #expect(pool.retry(ticket, 1) == .lend(plain(0)))
  }

  /// A thread that was overtaken for a millisecond is handed the next element and does not look for
  /// one.
  @Test func aThreadThatNappedForTooLongIsServedDirectly() {
    let pool = exhausted()
    let ticket = pool.wait(1, .thread)
    pool.returnElement(0)
    pool.now = 999_999
    #expect(pool.borrow(.thread) == .lend(plain(0)))
    #expect(pool.retry(ticket, 1) == .nap)
    pool.now = 1_000_000
    #expect(pool.retry(ticket, 1) == .parkAgain)
    pool.returnElement(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
  }

  /// A pool is shut down while a thread naps: it finds out when it looks.
  @Test func aNappingThreadFindsTheShutdownWhenItLooks() {
    let pool = exhausted()
    let ticket = pool.wait(1, .thread)
    pool.returnElement(0)
    #expect(pool.borrow(.thread) == .lend(plain(0)))
    #expect(pool.retry(ticket, 1) == .nap)
    pool.shutdown(failing: true)
    #expect(pool.retry(ticket, 1) == .settled(.shutdown))
  }

  /// After that millisecond the element is handed to the longest waiter, so that no newcomer can
  /// take it.
  @Test func afterAMillisecondTheElementIsHandedOver() {
    let pool = exhausted()
    pool.wait(1, .thread)
    pool.now = 1_000_000
    pool.returnElement(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
  }

  @Test func noThreadOvertakesATask() {
    let pool = exhausted()
    pool.wait(1, .thread)
    pool.wait(2, .task)
    pool.returnElement(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
    #expect(pool.borrow(.thread).ticket != nil)
    pool.returnElement(0)
    #expect(pool.actions == [.resume(2, .lent(plain(0)))])
  }

  /// A task joins the line while an idle element is meant for a called thread: the thread was
  /// first.
  @Test func aTaskThatJoinsAfterTheCallWaitsBehindTheThread() {
    let pool = exhausted()
    let thread = pool.wait(1, .thread)
    pool.returnElement(0)
    pool.wait(2, .task)
    #expect(pool.actions == [])
    #expect(pool.borrow(.thread).ticket != nil)
    #expect(pool.retry(thread, 1) == .lend(plain(0)))
    pool.returnElement(0)
    #expect(pool.actions == [.resume(2, .lent(plain(0)))])
  }

  /// Three elements are returned while three threads wait, and the first thread, which was called,
  /// gets no processor time.
  ///
  /// The others must not keep sleeping while elements are idle.
  @Test func asManyThreadsAreCalledAsElementsAreIdle() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 3)
    for _ in 0..<3 { _ = pool.borrow() }
    let tickets = (1...3).map { pool.wait($0, .thread) }
    for slot in 0..<3 {
      pool.returnElement(slot)
      #expect(pool.actions == [.call(slot + 1)])
    }
    #expect(pool.retry(tickets[1], 2) == .lend(plain(2)))
    // This holds even if the first has waited so long that no thread may overtake it, because there
    // is an element for it too.
    pool.now = 1_000_000
    #expect(pool.retry(tickets[2], 3) == .lend(plain(1)))
    #expect(pool.retry(tickets[0], 1) == .lend(plain(0)))
  }

  /// The same, but the elements are returned when the first has waited too long to be overtaken:
  /// the element that it was called for stays idle, and the others are handed theirs.
  @Test func aCalledThreadThatDoesNotRunDelaysNoOther() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 3)
    for _ in 0..<3 { _ = pool.borrow() }
    let first = pool.wait(1, .thread)
    pool.wait(2, .thread)
    pool.wait(3, .thread)
    pool.returnElement(0)
    #expect(pool.actions == [.call(1)])
    pool.now = 1_000_000
    pool.returnElement(1)
    #expect(pool.actions == [.resume(2, .lent(plain(1)))])
    pool.returnElement(2)
    #expect(pool.actions == [.resume(3, .lent(plain(2)))])
    #expect(pool.retry(first, 1) == .lend(plain(0)))
  }

  /// Two threads wait, and the first loses its processor between joining and parking.
  ///
  /// It cannot be called, and looks when it parks; one of two elements remains for it.
  @Test func aThreadThatHasNotParkedDelaysNoOther() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 2)
    for _ in 0..<2 { _ = pool.borrow() }
    let first = pool.join(.thread)
    let second = pool.wait(2, .thread)
    pool.returnElement(0)
    #expect(pool.actions == [])
    pool.returnElement(1)
    #expect(pool.actions == [.call(2)])
    #expect(pool.retry(second, 2) == .lend(plain(1)))
    #expect(pool.park(first, 1) == .parked)
    #expect(pool.actions == [.call(1)])
  }

  /// Two threads were called for two elements, and running threads have taken both.
  ///
  /// Both nap: a call for each element that another thread then takes would cost a wake-up each
  /// time.
  @Test func overtakenThreadsNap() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 2)
    for _ in 0..<2 { _ = pool.borrow() }
    let tickets = (1...2).map { pool.wait($0, .thread) }
    for slot in 0..<2 { pool.returnElement(slot) }
    for _ in 0..<2 { _ = pool.borrow(.thread) }
    for (index, ticket) in tickets.enumerated() {
      #expect(pool.retry(ticket, index + 1) == .nap)
    }
    pool.returnElement(0)
    #expect(pool.actions == [])
    #expect(pool.retry(tickets[1], 2) == .lend(plain(0)))
  }

  /// While a borrower prepares an element that it was granted immediately, another one joins the
  /// line.
  ///
  /// The preparation fails.
  ///
  /// The first borrower was never in line, but its turn counts. The clock was not even read at its
  /// request: the order of the turns decides.
  @Test func aBorrowerServedImmediatelyKeepsItsTurnAfterAFailedPreparation() {
    let pool = Conversation(.init(builder: .pool, capacity: 1, prepares: true))
    pool.warmUp(to: 1)
    pool.built(0)
    let turn = pool.machine.line.takeTurn()
    #expect(pool.borrow() == .lend(plain(0)))
    pool.now = 5
    pool.wait(2)
    pool.now = 30
    let back = pool.reject(0, since: 30, turn: turn).ticket!
    #expect(pool.park(back, 1) == .parked)
    pool.destroyed(0)
    pool.built(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
  }

  /// A thread was called for an idle element, and before it looks, a task whose own element proved
  /// unfit returns to its earlier place in line.
  ///
  /// The task is served, and the thread finds nothing.
  @Test func aCalledThreadDoesNotOvertakeATaskThatReturnsToTheLine() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 2)
    _ = pool.borrow()
    let turn = pool.machine.line.takeTurn()
    _ = pool.borrow()
    pool.now = 5
    let thread = pool.wait(1, .thread)
    pool.returnElement(0)
    #expect(pool.actions == [.call(1)])
    let task = pool.reject(1, since: 0, turn: turn).ticket!
    #expect(pool.actions == [.destroy(1, .byHook)])
    #expect(pool.park(task, 2) == .settled(.lent(plain(0))))
    #expect(pool.retry(thread, 1) == .nap)
    #expect(pool.actions == [])
  }

  @Test func strictForbidsOvertaking() {
    let pool = exhausted(overtaking: nil)
    pool.wait(1, .thread)
    pool.returnElement(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
    #expect(pool.borrow(.thread).ticket != nil)
  }

  // MARK: Upkeep at the wrong moment

  /// A pool is shut down while an element is being created.
  ///
  /// The element has to be destroyed before the pool may report that nothing is left.
  @Test func shuttingDownWaitsForCreations() {
    let pool = Conversation(.init(builder: .pool, capacity: 1))
    pool.wait(1)
    pool.shutdown(failing: true)
    #expect(pool.actions == [.resume(1, .shutdown)])
    pool.built(0)
    #expect(pool.actions == [.destroy(0, .shutdown)])
    pool.destroyed(0)
    #expect(pool.actions == [.drained])
  }

  /// The same where the borrower creates the element and fails: the pool then has no element left.
  @Test func shuttingDownEndsWhenABorrowersCreationFails() {
    let pool = Conversation(.init(builder: .borrower))
    #expect(pool.borrow() == .build(0))
    pool.shutdown(failing: false)
    #expect(pool.actions == [])
    pool.buildFailedForBorrower(0)
    #expect(pool.actions == [.drained])
  }

  /// `invalidateAll` is called while an element is on loan, and the element is returned after it.
  @Test func anElementOnLoanDuringAnInvalidationIsNotLentAgain() {
    let pool = exhausted()
    pool.wait(1)
    pool.invalidateAll()
    pool.returnElement(0)
    #expect(pool.actions == [.destroy(0, .invalidated)])
    pool.destroyed(0)
    #expect(pool.actions == [.build(0)])
    pool.built(0)
    #expect(pool.actions == [.resume(1, .lent(plain(0)))])
  }

  /// The same while the pool or a borrower creates an element.
  @Test func anElementBeingCreatedDuringAnInvalidationIsNotLent() {
    let pool = Conversation(.init(builder: .pool, capacity: 1))
    pool.wait(1)
    pool.invalidateAll()
    pool.built(0)
    #expect(pool.actions == [.destroy(0, .invalidated)])

    let elastic = Conversation(.init(builder: .borrower))
    #expect(elastic.borrow() == .build(0))
    elastic.invalidateAll()
    elastic.builtByBorrower(0)
    #expect(elastic.machine.slots.staleOutCount == 1)
    elastic.returnElement(0)
    #expect(elastic.actions == [.destroy(0, .invalidated)])
  }

  /// The same while the pool prepares an element for a waiter.
  @Test func anElementBeingPreparedDuringAnInvalidationIsNotLent() {
    let pool = Conversation(.init(builder: .pool, capacity: 1, preparer: .pool, prepares: true))
    pool.wait(1)
    pool.built(0)
    pool.returnElement(0)
    pool.wait(2)
    #expect(pool.actions == [.prepare(.init(slot: 0, needsPreparation: true))])
    pool.invalidateAll()
    pool.prepared(0)
    #expect(pool.actions == [.destroy(0, .invalidated)])
  }

  /// A stock of two, both on loan, shrinks to one.
  ///
  /// Both are returned before the first has been destroyed: only one is destroyed.
  @Test func aShrinkDestroysNoMoreThanTheSurplus() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 2)
    _ = pool.borrow()
    _ = pool.borrow()
    pool.setCapacity(1)
    pool.returnElement(0)
    #expect(pool.actions == [.destroy(0, .overCapacity)])
    pool.returnElement(1)
    #expect(pool.actions == [])
    #expect(pool.machine.slots.idleCount == 1)
  }

  /// A capacity that was lowered is raised again before the surplus elements are returned.
  @Test func aShrinkThatIsUndoneDestroysNothing() {
    let pool = Conversation(.init(builder: .none, capacity: 0), stock: 2)
    _ = pool.borrow()
    _ = pool.borrow()
    pool.setCapacity(1)
    pool.setCapacity(2)
    pool.returnElement(0)
    pool.returnElement(1)
    #expect(pool.machine.slots.idleCount == 2)
  }

  /// An element is returned twice.
  ///
  /// Whether it is on loan to another borrower by then is checked by the shell, which identifies
  /// each loan; the machine identifies only slots.
  @Test func anElementThatIsNotOnLoanCannotBeReturned() {
    let pool = exhausted()
    #expect(pool.returnElement(0) == .accepted)
    #expect(pool.returnElement(0) == .stale)
    #expect(pool.discard(0) == .stale)
    #expect(pool.returnElement(9) == .stale)
    #expect(pool.actions == [])
  }
}
