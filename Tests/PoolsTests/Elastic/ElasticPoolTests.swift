import StagecraftPools
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ElasticPoolTests {
  private func pool(
    maximumIdle: Int = 16, made: Tally = Tally(), hooks: PoolHooks<Book> = PoolHooks()
  ) -> ElasticPool<Book, Never> {
    ElasticPool(maximumIdle: maximumIdle, hooks: hooks) { Book(copy: made.add()) }
  }

  @Test func lendsTheElementReturnedLast() {
    let pool = pool()
    let first = pool.lease()
    let second = pool.lease()
    let third = pool.lease()
    let copies = (first.element.copy, second.element.copy, third.element.copy)
    first.release()
    third.release()
    second.release()
    let last = pool.lease()
    let before = pool.lease()
    let earliest = pool.lease()
    #expect(last.element.copy == copies.1)
    #expect(before.element.copy == copies.2)
    #expect(earliest.element.copy == copies.0)
  }

  @Test func keepsTheOrderAfterManyReturnsThroughTheFastPath() {
    let made = Tally()
    let pool = pool(made: made)
    for _ in 0..<1_000 { pool.withElement { $0.take() } }
    #expect(made.count == 1)
    do {
      let first = pool.lease()
      let second = pool.lease()
      #expect(first.element.copy == 1)
      #expect(second.element.copy == 2)
      second.release()
      first.release()
    }
    for _ in 0..<1_000 {
      let first = pool.lease()
      let second = pool.lease()
      #expect(first.element.copy == 1)
      #expect(second.element.copy == 2)
    }
    #expect(made.count == 2)
    #expect(pool.snapshot.idle == 2)
  }

  @Test func everyLendingMethodKeepsTheOrder() {
    let pool = pool()
    for _ in 0..<300 { pool.withElement { $0.take() } }
    for _ in 0..<300 {
      let first = pool.acquire()
      let second = pool.acquire()
      pool.release(first)
      pool.release(second)
      let again = pool.ownedLease()
      #expect(again.element === second)
      again.release()
    }
  }

  @Test func keepsNoMoreThanItsMaximum() {
    let pool = pool(maximumIdle: 2)
    for _ in 0..<300 { pool.withElement { $0.take() } }
    do {
      let leases = [pool.ownedLease(), pool.ownedLease(), pool.ownedLease(), pool.ownedLease()]
      #expect(Set(leases.map(\.element.copy)).count == 4)
    }
    let snapshot = pool.snapshot
    #expect(snapshot.idle == 2)
    #expect(snapshot.onLoan == 0)
    #expect(snapshot.discarded == [.surplus: 2])
  }

  // Elements on loan when an unordered fast path opens are returned through it, uncounted.
  @Test func keepsNoMoreThanItsMaximumAlsoWithoutOrder() {
    var configuration = PoolConfiguration()
    configuration.reuseOrder = .nearest
    let pool = ElasticPool(maximumIdle: 2, configuration: configuration) { Book(copy: 1) }
    let leases = (0..<5).map { _ in pool.ownedLease() }
    for _ in 0..<300 { pool.withElement { $0.take() } }
    for lease in leases { lease.release() }
    #expect(pool.snapshot.idle == 2)
    for _ in 0..<300 { pool.withElement { $0.take() } }
    #expect(pool.snapshot.idle == 2)
    #expect(pool.snapshot.discarded == [.surplus: 4])
  }

  @Test(arguments: [(2, 4), (4, 2)])
  func theSmallerLimitOfIdleElementsCounts(parameter: Int, configured: Int) {
    var configuration = PoolConfiguration()
    configuration.maximumIdle = configured
    let pool = ElasticPool(maximumIdle: parameter, configuration: configuration) { 1 }
    let leases = (0..<5).map { _ in pool.ownedLease() }
    for lease in leases { lease.release() }
    #expect(pool.snapshot.idle == 2)
  }

  @Test func aWarmUpIsNotALoan() {
    let (returned, prepared) = (Tally(), Tally())
    var hooks = PoolHooks<Book>()
    hooks.onReturn = { _ in
      returned.add()
      return .reuse
    }
    hooks.prepareForReuse = { _ in prepared.add() }
    var configuration = PoolConfiguration()
    configuration.expiration.maximumUses = 1
    let pool = ElasticPool(configuration: configuration, hooks: hooks) { Book(copy: 1) }
    pool.warmUp(to: 2)
    #expect(pool.snapshot.idle == 2)
    pool.withElement { $0.take() }
    #expect(pool.snapshot.idle == 1)
    #expect(returned.count == 1)
    #expect(prepared.count == 0)
  }

  // The error of a failed creation belongs to the user: it is released where the pool can be used.
  @Test func aFormerErrorIsReleasedOutsideTheLock() {
    final class Complaint: Error, Sendable {
      let desk: Locked<ElasticPool<Book, any Error>?>
      init(_ desk: Locked<ElasticPool<Book, any Error>?>) { self.desk = desk }
      deinit { _ = desk.value?.snapshot }
    }
    let desk = Locked<ElasticPool<Book, any Error>?>(nil)
    let isBroken = Locked(true)
    let pool = ElasticPool<Book, any Error> {
      if isBroken.value { throw Complaint(desk) }
      return Book(copy: 1)
    }
    desk.update { $0 = pool }
    for _ in 0..<2 { #expect(throws: Complaint.self) { try pool.withElement { $0.take() } } }
    isBroken.update { $0 = false }
    try? pool.withElement { $0.take() }
    #expect(pool.snapshot.idle == 1)
    desk.update { $0 = nil }
  }

  @Test func keepsNothingWithAMaximumOfZero() {
    let made = Tally()
    let pool = pool(maximumIdle: 0, made: made)
    for _ in 0..<3 { pool.withElement { $0.take() } }
    #expect(made.count == 3)
    #expect(pool.snapshot.idle == 0)
  }

  @Test func aThrowingBodyReturnsTheElement() throws {
    let pool = pool()
    #expect(throws: Flooded.self) {
      try pool.withElement { _ throws(Flooded) in throw Flooded() }
    }
    #expect(pool.snapshot.idle == 1)
    #expect(pool.snapshot.onLoan == 0)
  }

  @Test func theFailurePolicyDecidesAboutElementsOfThrowingBodies() {
    var hooks = PoolHooks<Book>()
    hooks.onFailure = .ask { book, error in
      (error as? Flooded)?.attempt == book.copy ? .discard : .reuse
    }
    let pool = pool(hooks: hooks)
    #expect(throws: Flooded.self) { try pool.withElement { _ in throw Flooded(attempt: 7) } }
    #expect(pool.snapshot.idle == 1)
    #expect(throws: Flooded.self) { try pool.withElement { _ in throw Flooded(attempt: 1) } }
    #expect(pool.snapshot.discarded == [.afterFailure: 1])
  }

  @Test func hooksRunOnlyOnReturnAndBeforeTheNextLoan() {
    let returned = Tally()
    let prepared = Tally()
    let destroyed = Tally()
    var hooks = PoolHooks<Book>()
    hooks.onReturn = { _ in returned.add() == 3 ? .discard : .reuse }
    hooks.prepareForReuse = { _ in prepared.add() }
    hooks.destroy = { _, reason in if reason == .byHook { destroyed.add() } }
    let pool = pool(hooks: hooks)
    pool.withElement { _ in }
    #expect((returned.count, prepared.count) == (1, 0))
    pool.withElement { _ in }
    pool.withElement { _ in }
    #expect((returned.count, prepared.count, destroyed.count) == (3, 2, 1))
    pool.withElement { _ in }
    #expect((returned.count, prepared.count, destroyed.count) == (4, 2, 1))
  }

  @Test func anElementThatCannotBePreparedIsReplaced() {
    let made = Tally()
    var hooks = PoolHooks<Book>()
    hooks.prepareForReuse = { book in if book.copy == 1 { throw Flooded() } }
    let pool = pool(made: made, hooks: hooks)
    pool.withElement { #expect($0.copy == 1) }
    pool.withElement { #expect($0.copy == 2) }
    pool.withElement { #expect($0.copy == 2) }
    #expect(pool.snapshot.discarded == [.preparationFailed: 1])
  }

  @Test func discardedAndDetachedElementsAreNotLentAgain() {
    let pool = pool()
    let discarded = pool.lease()
    let detached = pool.lease()
    discarded.discard()
    let book = detached.detach()
    #expect(book.copy == 2)
    #expect(pool.snapshot.idle == 0)
    pool.withElement { #expect($0.copy == 3) }
    #expect(pool.snapshot.discarded == [.byBorrower: 1])
  }

  @Test func aFailedCreationThrowsOnlyToItsCaller() throws {
    let attempts = Tally()
    let pool = ElasticPool {
      let attempt = attempts.add()
      if attempt == 1 { throw Flooded(attempt: attempt) }
      return Book(copy: attempt)
    }
    #expect(throws: Flooded(attempt: 1)) { try pool.lease().release() }
    #expect(try pool.withElement { $0.copy } == 2)
    #expect(pool.snapshot.creationsFailed == 1)
    #expect(pool.snapshot.created == 1)
  }

  /// Without a cast at the call site, from each method that may create an element.
  @Test func theErrorOfACreationKeepsItsType() {
    let attempts = Tally()
    let pool = ElasticPool { () throws(Flooded) -> Book in
      throw Flooded(attempt: attempts.add())
    }
    func attempt(_ lend: () throws(Flooded) -> Void) -> Int {
      do { try lend() } catch { return error.attempt }
      return 0
    }
    #expect(attempt { () throws(Flooded) in try pool.lease().release() } == 1)
    #expect(attempt { () throws(Flooded) in try pool.lease(preferring: 1).release() } == 2)
    #expect(attempt { () throws(Flooded) in try pool.ownedLease().release() } == 3)
    #expect(attempt { () throws(Flooded) in _ = try pool.acquire() } == 4)
    #expect(attempt { () throws(Flooded) in try pool.warmUp(to: 1) } == 5)
    #expect(pool.snapshot.creationsFailed == 5)
  }

  @Test func warmingUpCreatesElementsAndTrimmingDestroysTheColdest() {
    var configuration = PoolConfiguration()
    configuration.minimumIdle = 1
    let pool = ElasticPool(configuration: configuration) { Book() }
    pool.warmUp(to: 5)
    #expect(pool.snapshot.idle == 5)
    #expect(pool.snapshot.created == 5)
    #expect(pool.trim(.fraction(0.5)) == 3)
    #expect(pool.trim(.idleLonger(than: .seconds(3_600))) == 0)
    #expect(pool.trim(.all) == 1)
    #expect(pool.snapshot.idle == 1)
  }

  @Test func elementsOnLoanAtInvalidationAreDestroyedOnReturn() {
    let pool = pool()
    for _ in 0..<300 { pool.withElement { $0.take() } }
    let out = pool.lease()
    do {
      let other = pool.lease()
      other.release()
    }
    pool.invalidateAll()
    #expect(pool.snapshot.idle == 0)
    out.release()
    #expect(pool.snapshot.idle == 0)
    #expect(pool.snapshot.discarded == [.invalidated: 2])
    pool.withElement { #expect($0.copy == 3) }
  }

  @Test func anOwnedLeaseReturnsOnceHoweverOftenItIsReleased() {
    let pool = pool()
    var lease: OwnedLease<Book>? = pool.ownedLease()
    #expect(pool.snapshot.onLoan == 1)
    lease?.release()
    lease?.release()
    lease = nil
    #expect(pool.snapshot.idle == 1)
    #expect(pool.snapshot.onLoan == 0)
  }

  @Test func elementsNeedNotBeSendable() {
    final class Desk {
      var orders = 0
    }
    let pool = ElasticPool { Desk() }
    pool.withElement { $0.orders += 1 }
    let total = pool.withElement { desk in
      desk.orders += 1
      return desk.orders
    }
    #expect(total == 2)
  }
}

@Suite struct AffinityTests {
  @Test func theElementThatShowsTheKeyIsLentUnprepared() {
    let made = Tally()
    let prepared = Tally()
    var hooks = PoolHooks<Book>()
    hooks.prepareForReuse = { _ in prepared.add() }
    let pool = ElasticPool(hooks: hooks) { Book(copy: made.add()) }
    do {
      let central = pool.lease(preferring: "Central")
      let harbour = pool.lease(preferring: "Harbour")
      #expect((central.element.copy, harbour.element.copy) == (1, 2))
      #expect(central.isPreferred == false)
    }
    let central = pool.lease(preferring: "Central")
    #expect(central.isPreferred == true)
    #expect(central.element.copy == 1)
    #expect(prepared.count == 0)
  }

  @Test func withoutAMatchTheColdestIsPreparedAndReused() {
    let made = Tally()
    let prepared = Tally()
    var hooks = PoolHooks<Book>()
    hooks.prepareForReuse = { _ in prepared.add() }
    let pool = ElasticPool(hooks: hooks) { Book(copy: made.add()) }
    do {
      let central = pool.lease(preferring: "Central")
      let harbour = pool.lease(preferring: "Harbour")
      harbour.release()
      central.release()
    }
    let north = pool.lease(preferring: "North")
    #expect(north.isPreferred == false)
    #expect(north.element.copy == 2)
    #expect(prepared.count == 1)
    // The element that was prepared for another key no longer shows its former one.
    let harbour = pool.lease(preferring: "Harbour")
    #expect(harbour.isPreferred == false)
    #expect(harbour.element.copy == 1)
  }

  @Test func aLoanWithoutAKeyForgetsTheFormerKey() {
    let pool = ElasticPool { Book() }
    pool.lease(preferring: "Central").release()
    pool.lease().release()
    #expect(pool.lease(preferring: "Central").isPreferred == false)
  }

  @Test func keysOfDestroyedElementsAreForgotten() {
    let pool = ElasticPool(maximumIdle: 2) { Book() }
    for page in 0..<10_000 { pool.lease(preferring: page).release() }
    let last = pool.lease(preferring: 9_999)
    #expect(last.isPreferred == true)
  }
}

@Suite struct ObjectHandoutTests {
  @Test func aSecondReleaseIsReportedAndTheObjectIsNotLentTwice() {
    let strays = Tally()
    let pool = ElasticPool { Book() }
    let observation = pool.observe { event in if case .strayRelease = event { strays.add() } }
    let book = pool.acquire()
    #expect(pool.release(book))
    #expect(!pool.release(book))
    #expect(!pool.release(Book()))
    #expect(strays.count == 2)
    observation.cancel()
    #expect(pool.snapshot.strayReleases == 2)
    let first = pool.acquire()
    let second = pool.acquire()
    #expect(first !== second)
    #expect(pool.release(second))
    #expect(pool.release(first))
  }

  @Test func aStaleReleaseOfAnObjectLentAgainIsNotDetectedButLosesNoElement() {
    let pool = ElasticPool { Book() }
    let book = pool.acquire()
    pool.release(book)
    let again = pool.acquire()
    #expect(again === book)
    #expect(pool.release(book))
    #expect(!pool.release(again))
    #expect(pool.snapshot.idle == 1)
  }
}
