import StagecraftTestKit
import Synchronization
import TestSupport
import Testing

@testable import StagecraftPools

@Suite(.timeLimit(.minutes(3)))
struct PoolObservationTests {
  /// The words for the events that an observer received.
  private final class Diary: Sendable {
    private let entries = Locked<[String]>([])
    var all: [String] { entries.value }

    func write(_ event: PoolEvent) {
      let word: String? =
        switch event {
        case .lent: "lent"
        case .returned: "returned"
        case .created: "created"
        case .discarded(let reason): "discarded \(reason)"
        case .strayRelease: "stray"
        case .waiting, .creationFailed, .gaveUp, .heldLong, .returnedAfterLongHold,
          .nestedBorrowing:
          nil
        }
      if let word { entries.update { $0.append(word) } }
    }
  }

  /// A pool whose fast path is open, with one element.
  private func calmPool() -> ElasticPool<Book, Never> {
    let pool = ElasticPool { Book() }
    for _ in 0..<400 { pool.withElement { $0.take() } }
    #expect(pool.core.mode.load(ordering: .relaxed) == 0)
    return pool
  }

  // MARK: The fast path

  @Test func theFirstObservationClosesTheFastPathPermanently() {
    let pool = calmPool()
    let diary = Diary()
    let observation = pool.observe { diary.write($0) }
    #expect(pool.core.mode.load(ordering: .relaxed) == 1)
    for _ in 0..<400 { pool.withElement { $0.putDown() } }
    #expect(diary.all == Array(repeating: ["lent", "returned"], count: 400).flatMap { $0 })
    observation.cancel()
    for _ in 0..<400 { pool.withElement { $0.take() } }
    #expect(pool.core.mode.load(ordering: .relaxed) == 1)
    #expect(diary.all.count == 800)
    #expect(pool.snapshot.created == 1)
  }

  @Test func aLoanThatBeganBeforeTheFirstObservationIsNotReported() {
    let pool = calmPool()
    let early = pool.lease()
    let diary = Diary()
    let observation = pool.observe { diary.write($0) }
    early.release()
    #expect(diary.all == [])
    #expect(pool.snapshot.idle == 1)
    pool.withElement { _ in }
    #expect(diary.all == ["lent", "returned"])
    observation.cancel()
  }

  @Test func aLoanThatThePoolRecordedAnywayIsReportedWhenItEnds() {
    let clock = ManualClock()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    configuration.recordsTimings = true
    let pool = ElasticPool(configuration: configuration) { Book() }
    let early = pool.lease()
    let ages = Locked<[Duration]>([])
    let observation = pool.observe { event in
      if case .returned(_, let age) = event { ages.update { $0.append(age) } }
    }
    clock.advance(by: .seconds(2))
    early.release()
    #expect(ages.value == [.seconds(2)])
    observation.cancel()
  }

  /// A loan is recorded although its observer has left, so that the next observer does not receive
  /// the return of another loan of the same element.
  @Test func loansAreRecordedBetweenTwoObservations() {
    let clock = ManualClock()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    let pool = ElasticPool(configuration: configuration) { Book() }
    pool.observe { _ in }.cancel()
    let lease = pool.lease()
    clock.advance(by: .seconds(5))
    let ages = Locked<[Duration]>([])
    let observation = pool.observe { event in
      if case .returned(_, let age) = event { ages.update { $0.append(age) } }
    }
    lease.release()
    pool.lease().release()
    #expect(ages.value == [.seconds(5), .zero])
    observation.cancel()
  }

  @Test func threadsBorrowWhileObserversComeAndGo() async throws {
    let made = Locked<[Book]>([])
    var configuration = PoolConfiguration()
    configuration.reuseOrder = .nearest
    let pool = ElasticPool(maximumIdle: 3, configuration: configuration) {
      let book = Book()
      made.update { $0.append(book) }
      return book
    }
    let lent = Tally()
    let returned = Tally()
    let rounds = 2_000
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          try await onThread {
            for _ in 0..<rounds {
              pool.withElement { book in
                book.take()
                book.putDown()
              }
            }
          }
        }
      }
      group.addTask {
        try await onThread {
          for _ in 0..<200 {
            let observation = pool.observe { event in
              if case .lent = event { lent.add() }
              if case .returned = event { returned.add() }
            }
            if lent.count.isMultiple(of: 2) { observation.cancel() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(made.value.allSatisfy { $0.overlapCount == 0 })
    #expect(made.value.reduce(0) { $0 + $1.checkOutCount } == 3 * rounds)
    #expect(pool.snapshot.onLoan == 0)
    #expect(pool.core.decide(.calm) { state, _, _ in state.observers.isEmpty })
  }

  // MARK: Several observers, and their ends

  @Test func severalObserversAreCalledInTheOrderInWhichTheyWereAdded() {
    let pool = ElasticPool { Book() }
    let calls = Locked<[Int]>([])
    let observations = (0..<3).map { number in
      pool.observe { event in
        if case .lent = event { calls.update { $0.append(number) } }
      }
    }
    pool.withElement { _ in }
    #expect(calls.value == [0, 1, 2])
    observations[1].cancel()
    pool.withElement { _ in }
    #expect(calls.value == [0, 1, 2, 0, 2])
    for observation in observations { observation.cancel() }
  }

  @Test func aCancelledObservationReceivesNoMoreAndReleasesItsObserver() {
    let pool = ElasticPool { Book() }
    let diary = Diary()
    var kept: Book? = Book()
    weak let released = kept
    let observation = pool.observe { [kept] event in
      diary.write(event)
      withExtendedLifetime(kept) {}
    }
    kept = nil
    pool.withElement { _ in }
    #expect(released != nil)
    observation.cancel()
    #expect(released == nil)
    pool.withElement { _ in }
    #expect(diary.all == ["created", "lent", "returned"])
    observation.cancel()
  }

  @Test func aCancelledObservationReleasesItsObserverEvenIfOnlyALeaseKeepsTheCore() throws {
    var pool: ElasticPool<Book, Never>? = ElasticPool { Book() }
    var kept: Book? = Book()
    weak let released = kept
    let observation = try #require(pool).observe { [kept] _ in withExtendedLifetime(kept) {} }
    kept = nil
    let lease = try #require(pool).ownedLease()
    pool = nil
    #expect(released != nil)
    observation.cancel()
    #expect(released == nil)
    withExtendedLifetime(lease) {}
  }

  /// The hook runs between the grant of the element and the report of the loan.
  @Test func aLoanGrantedBeforeTheFirstObservationIsNotReportedAsLentEither() {
    let pool = Locked<ElasticPool<Book, Never>?>(nil)
    let observation = Locked<ObservationToken?>(nil)
    let diary = Diary()
    var hooks = PoolHooks<Book>()
    hooks.prepareForReuse = { _ in
      guard observation.value == nil else { return }
      let own = pool.value?.observe { diary.write($0) }
      observation.update { $0 = own }
    }
    let books = ElasticPool(hooks: hooks) { Book() }
    pool.update { $0 = books }
    books.withElement { _ in }
    books.withElement { _ in }
    #expect(diary.all == [])
    books.withElement { _ in }
    #expect(diary.all == ["lent", "returned"])
    observation.value?.cancel()
    pool.update { $0 = nil }
  }

  @Test func aReleasedObservationEnds() {
    let pool = ElasticPool { Book() }
    let diary = Diary()
    var observation: ObservationToken? = pool.observe { diary.write($0) }
    withExtendedLifetime(observation) { pool.withElement { _ in } }
    observation = nil
    pool.withElement { _ in }
    #expect(diary.all == ["created", "lent", "returned"])
  }

  @Test func anObserverMayCancelItself() {
    let pool = ElasticPool { Book() }
    let diary = Diary()
    let own = Locked<ObservationToken?>(nil)
    let observation = pool.observe { event in
      diary.write(event)
      own.value?.cancel()
    }
    own.update { $0 = observation }
    pool.withElement { _ in }
    #expect(diary.all == ["created"])
    own.update { $0 = nil }
  }

  @Test func anObserverThatIsCancelledDuringAnEventDoesNotReceiveIt() {
    let pool = ElasticPool { Book() }
    let second = Locked<ObservationToken?>(nil)
    let diary = Diary()
    let first = pool.observe { _ in second.value?.cancel() }
    let observation = pool.observe { diary.write($0) }
    second.update { $0 = observation }
    pool.withElement { _ in }
    #expect(diary.all == [])
    second.update { $0 = nil }
    first.cancel()
  }

  /// Cancelling does not wait for the event that another thread is delivering.
  @Test func cancellingDuringADeliveryReturnsAtOnce() async throws {
    let pool = ElasticPool { Book() }
    let diary = Diary()
    let (entered, enter) = AsyncStream.makeStream(of: Void.self)
    let isOver = Locked(false)
    let observation = pool.observe { event in
      diary.write(event)
      enter.yield()
      while !isOver.value {}
    }
    async let loan: Void = onThread { pool.withElement { _ in } }
    for await _ in entered { break }
    observation.cancel()
    isOver.update { $0 = true }
    try await loan
    pool.withElement { _ in }
    #expect(diary.all == ["created"])
  }

  @Test func anObserverMayBorrowAndObserve() {
    let pool = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)], configuration: .plain)
    let inner = Diary()
    let observations = Locked<[ObservationToken]>([])
    let observation = pool.observe { event in
      guard case .lent = event, observations.value.isEmpty else { return }
      let added = pool.observe { inner.write($0) }
      observations.update { $0.append(added) }
      pool.tryLease()?.release()
    }
    pool.tryLease()?.release()
    #expect(inner.all == ["lent", "returned", "returned"])
    for added in observations.value { added.cancel() }
    observation.cancel()
  }

  // MARK: The end of the pool

  @Test func anObservationDoesNotRetainThePool() {
    var pool: ElasticPool<Book, Never>? = ElasticPool { Book() }
    weak let core = pool?.core
    let observation = pool?.observe { _ in }
    pool?.withElement { _ in }
    pool = nil
    #expect(core == nil)
    observation?.cancel()
  }

  @Test func elementsReturnedAfterThePoolWasDroppedAreReported() {
    let diary = Diary()
    var pool: ElasticPool<Book, Never>? = ElasticPool { Book() }
    let observation = pool?.observe { diary.write($0) }
    let first = pool?.ownedLease()
    let second = pool?.ownedLease()
    pool = nil
    first?.release()
    #expect(
      diary.all == ["created", "lent", "created", "lent", "discarded shutdown", "returned"]
        || diary.all == ["created", "lent", "created", "lent", "returned", "discarded shutdown"])
    observation?.cancel()
    second?.release()
    #expect(diary.all.count == 6)
  }

  // MARK: Events

  @Test func theSequenceEndsWithThePoolAndDoesNotRetainIt() async {
    var pool: ElasticPool<Book, Never>? = ElasticPool { Book() }
    weak let core = pool?.core
    guard let events = pool?.events else { return }
    pool?.withElement { _ in }
    pool = nil
    #expect(core == nil)
    let diary = Diary()
    for await event in events { diary.write(event) }
    #expect(diary.all == ["created", "lent", "returned", "discarded shutdown"])
  }

  @Test func theSequenceEndsWhenTheLastElementOfADroppedPoolIsReturned() async {
    var pool: ElasticPool<Book, Never>? = ElasticPool { Book() }
    guard let events = pool?.events else { return }
    let lease = pool?.ownedLease()
    pool = nil
    lease?.release()
    let diary = Diary()
    for await event in events { diary.write(event) }
    #expect(Set(diary.all) == ["created", "lent", "returned", "discarded shutdown"])
  }

  @Test func theSequenceEndsWhenAPoolThatWasShutDownIsDropped() async {
    var pool: BoundedPool<Book>? = BoundedPool(lending: [Book()])
    guard let events = pool?.events else { return }
    let lease = try? await pool?.ownedLease()
    let report = await pool?.shutdown(deadline: .zero)
    #expect(report?.loans.count == 1)
    lease?.release()
    pool = nil
    let diary = Diary()
    for await event in events { diary.write(event) }
    #expect(Set(diary.all) == ["lent", "returned", "discarded shutdown"])
  }

  @Test func cancellingAnObservationMovesOneOtherAtMost() {
    let pool = BoundedPool(lending: [Book()])
    let observations = (0..<1_000).map { _ in pool.observe { _ in } }
    let order = Locked<[Int]>([])
    let last = (0..<2).map { number in
      pool.observe { _ in order.update { $0.append(number) } }
    }
    for observation in observations { observation.cancel() }
    #expect(pool.core.decide(.calm) { state, _, _ in state.observers.moveCount } <= 1_000)
    pool.tryLease()?.release()
    #expect(order.value == [0, 1, 0, 1])
    withExtendedLifetime(last) {}
  }

  @Test func cancellingTheConsumerEndsTheObservation() async {
    let pool = BoundedPool(lending: [Book()])
    let executor = ManualExecutor()
    let consumer = Task(executorPreference: executor) { for await _ in pool.events {} }
    executor.run()
    #expect(!pool.core.decide(.calm) { state, _, _ in state.observers.isEmpty })
    consumer.cancel()
    executor.run()
    await consumer.value
    #expect(pool.core.decide(.calm) { state, _, _ in state.observers.isEmpty })
  }

  @Test func aSequenceThatIsReleasedEndsTheObservation() {
    let pool = BoundedPool(lending: [Book()])
    do {
      let events = pool.events
      #expect(!pool.core.decide(.calm) { state, _, _ in state.observers.isEmpty })
      withExtendedLifetime(events) {}
    }
    #expect(pool.core.decide(.calm) { state, _, _ in state.observers.isEmpty })
  }

  @Test func aBusyConsumerGetsTheNewestEvents() async {
    var pool: ElasticPool<Book, Never>? = ElasticPool { Book() }
    guard let events = pool?.events else { return }
    for _ in 0..<PoolEvent.bufferLimit { pool?.withElement { _ in } }
    pool = nil
    var count = 0
    for await event in events {
      if case .created = event { Issue.record("The oldest event was not dropped.") }
      count += 1
    }
    #expect(count == PoolEvent.bufferLimit)
  }

  // MARK: Other kinds of pools

  @Test func aThrowingPoolReportsFailedCreations() throws {
    let failures = Tally()
    let pool = ElasticPool<Book, any Error> { throw Flooded() }
    let observation = pool.observe { event in
      if case .creationFailed = event { failures.add() }
    }
    #expect(throws: Flooded.self) { try pool.withElement { _ in } }
    #expect(failures.count == 1)
    observation.cancel()
  }

  @Test func aKeyedPoolReportsAllKeys() async throws {
    let pool = KeyedPool(capacity: 4, capacityPerKey: 2) { (branch: String) in branch }
    let diary = Diary()
    let observation = pool.observe { diary.write($0) }
    for branch in ["Central", "Harbour"] { try await pool.withElement(for: branch) { _ in } }
    #expect(diary.all.filter { $0 == "lent" }.count == 2)
    #expect(diary.all.filter { $0 == "returned" }.count == 2)
    observation.cancel()
  }
}
