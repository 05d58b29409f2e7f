import StagecraftPools
import StagecraftTestKit
import Testing

/// Idle elements that the program destroys by a condition.
@Suite(.timeLimit(.minutes(3)))
struct DiscardingTests {
  private func idleBooks(
    _ pool: BoundedPool<Book>, _ clock: ManualClock, _ count: Int
  ) async throws {
    var leases: [OwnedLease<Book>] = []
    for _ in 0..<count {
      leases.append(try await pool.ownedLease())
      clock.advance(by: .seconds(10))
    }
    for lease in leases {
      clock.advance(by: .seconds(1))
      lease.release()
    }
  }

  private func pool(_ clock: ManualClock, _ made: Tally = Tally()) -> BoundedPool<Book> {
    var configuration = PoolConfiguration()
    configuration.clock = clock
    configuration.reuseOrder = .lastInFirstOut
    configuration.expiration.idleTimeout = .seconds(1_000)
    return BoundedPool(capacity: 3, configuration: configuration) { Book(copy: made.add()) }
  }

  @Test func theConditionReceivesTheElementItsAgeAndItsIdleTime() async throws {
    let clock = ManualClock()
    let pool = pool(clock)
    try await idleBooks(pool, clock, 3)
    var seen: [String] = []
    let count = pool.discard { book, age, idleTime in
      seen.append("\(book.copy) \(age) \(idleTime)")
      return book.copy == 2
    }
    #expect(count == 1)
    #expect(
      seen == [
        "1 33.0 seconds 2.0 seconds", "2 23.0 seconds 1.0 seconds", "3 13.0 seconds 0.0 seconds",
      ])
    #expect(pool.snapshot.idle == 2)
    #expect(pool.snapshot.discarded == [.byBorrower: 1])
  }

  @Test func elementsThatStayAreAsColdAsTheyWere() async throws {
    let clock = ManualClock()
    let pool = pool(clock)
    try await idleBooks(pool, clock, 3)
    for unwanted in [0, 2] {
      pool.discard { book, _, _ in book.copy == unwanted }
      #expect(try await pool.withElement { $0.copy } == 3)
    }
    #expect(pool.trim(.fraction(0.5)) == 1)
    #expect(try await pool.withElement { $0.copy } == 3)
    #expect(pool.snapshot.idle == 1)
  }

  @Test func theConditionMayUseThePoolAndTheOthersAreLentMeanwhile() async throws {
    let clock = ManualClock()
    let pool = pool(clock)
    try await idleBooks(pool, clock, 3)
    var lent: [Int] = []
    pool.discard { book, _, _ in
      if let lease = pool.tryLease() { lent.append(lease.element.copy) }
      return false
    }
    #expect(lent == [3, 3, 2])
    #expect(pool.snapshot.idle == 3)
  }

  @Test func aPoolWithAFastPathFindsAllItsIdleElements() {
    let pool = ElasticPool(configuration: .plain) { Book() }
    do {
      let one = pool.lease()
      let other = pool.lease()
      one.element.take()
      other.element.putDown()
    }
    #expect(pool.discard { _, _, _ in false } == 0)
    #expect(pool.snapshot.idle == 2)
    #expect(pool.discard { _, _, _ in true } == 2)
    #expect(pool.snapshot.idle == 0)
  }

  @Test func aWaiterGetsTheElementThatWasInspected() async throws {
    let pool = BoundedPool(lending: [Book(copy: 1)], configuration: .plain)
    let executor = ManualExecutor()
    var waiter: Task<Int, any Error>?
    pool.discard { _, _, _ in
      waiter = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
      executor.run()
      return false
    }
    executor.run()
    #expect(try await waiter?.value == 1)
  }
}
