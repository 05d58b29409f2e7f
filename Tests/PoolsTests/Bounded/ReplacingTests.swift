import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

/// Elements are replaced, and the capacity is kept.
@Suite(.timeLimit(.minutes(3)))
struct ReplacingTests {
  @Test func aLeasedElementIsReplaced() async throws {
    let pool = BoundedPool(lending: [Book(copy: 1)])
    let executor = ManualExecutor()
    let lease = try await pool.lease()
    let reader = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    let old = lease.replace(with: Book(copy: 2))
    executor.run()
    #expect(old.copy == 1)
    #expect(try await reader.value == 2)
    #expect(pool.snapshot.capacity == 1)
    #expect(pool.snapshot.discarded == [:])
  }

  /// Both the new stock and the element that the borrower put in the place of an old one were kept.
  @Test func aReplacementFromTheFormerStockExceedsTheCapacity() async throws {
    let pool = BoundedPool(lending: [Book(copy: 1)])
    let lease = try await pool.lease()
    pool.replaceStock(with: [Book(copy: 2)])
    _ = lease.replace(with: Book(copy: 3))
    #expect(pool.snapshot.capacity == 1 && pool.snapshot.idle == 1)
    #expect(try await pool.withElement { $0.copy } == 2)
    #expect(pool.snapshot.discarded == [.overCapacity: 1])
  }

  @Test func aLeasedElementOfAKeyIsReplacedForThatKey() async throws {
    let pool = KeyedPool(capacity: 2, capacityPerKey: 1) { (_: String) in Book(copy: 1) }
    let lease = try await pool.lease(for: "Central")
    _ = lease.replace(with: Book(copy: 2))
    #expect(try await pool.withElement(for: "Central") { $0.copy } == 2)
    #expect(pool.snapshot(of: "Central").idle == 1)
    #expect(pool.snapshot.created == 1)
  }

  /// Through the fast path, in which the machine does not see each loan.
  @Test func anElementReturnedThroughTheFastPathIsReplaced() {
    let made = Tally()
    let pool = ElasticPool { Book(copy: made.add()) }
    for _ in 0..<400 { pool.withElement { $0.take() } }
    let lease = pool.lease()
    _ = lease.replace(with: Book(copy: 7))
    #expect(pool.withElement { $0.copy } == 7)
    #expect(pool.snapshot.idle == 1)
    #expect(made.count == 1)
  }

  /// The way before `replaceStock(with:)`: the capacity falls to 0, and new elements are added.
  @Test func elementsAddedAfterTheCapacityFellAreKept() async throws {
    let ended = Locked<[Int]>([])
    var hooks = PoolHooks<Book>()
    hooks.destroy = { book, _ in ended.update { $0.append(book.copy) } }
    let pool = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)], hooks: hooks)
    let held = [try await pool.ownedLease(), try await pool.ownedLease()]
    pool.setCapacity(0)
    pool.add(Book(copy: 101))
    pool.add(Book(copy: 102))
    #expect(ended.value == [])
    for lease in held { lease.release() }
    #expect(ended.value.sorted() == [1, 2])
    #expect(pool.snapshot.idle == 2)
    #expect(pool.snapshot.capacity == 2)
  }

  @Test func theWholeStockIsReplaced() async throws {
    let ended = Locked<[Int]>([])
    var hooks = PoolHooks<Book>()
    hooks.destroy = { book, _ in ended.update { $0.append(book.copy) } }
    let pool = BoundedPool(
      lending: (1...3).map { Book(copy: $0) }, hooks: hooks)
    let held = try await pool.ownedLease()
    pool.replaceStock(with: [Book(copy: 11), Book(copy: 12)])
    #expect(ended.value.sorted() == [1, 2, 3].filter { $0 != held.element.copy })
    #expect(pool.snapshot.capacity == 2)
    let copies = [
      try await pool.ownedLease().element.copy, try await pool.ownedLease().element.copy,
    ]
    #expect(Set(copies).isSubset(of: [11, 12]))
    held.release()
    #expect(ended.value.sorted() == [1, 2, 3])
    #expect(pool.snapshot.idle == 2)
    // The lower capacity applies to the present elements.
    pool.setCapacity(1)
    #expect(pool.snapshot.idle == 1)
  }

  @Test func anEmptyStockLendsNothing() async throws {
    let pool = BoundedPool(lending: [1, 2])
    pool.replaceStock(with: [])
    #expect(pool.snapshot.capacity == 0)
    await #expect(throws: PoolError.timedOut) {
      try await pool.withElement(timeout: .after(.zero)) { _ in }
    }
  }

  @Test func aPoolThatIsShutDownDestroysItsNewStock() async throws {
    let pool = BoundedPool(lending: [Book()])
    #expect(await pool.shutdown().isComplete)
    pool.replaceStock(with: [Book(copy: 2)])
    #expect(pool.snapshot.idle == 0)
  }
}
