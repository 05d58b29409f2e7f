import TestSupport
import Testing

@testable import StagecraftPools

/// Objects lent by `acquire()`, and the core behind them, after their pool was destroyed.
///
/// `release(_:)` is a method of the pool, so nothing can return these objects once the pool is
/// destroyed.
@Suite(.timeLimit(.minutes(3)))
struct AcquiredLifetimeTests {
  @Test(arguments: [PoolConfiguration.ReuseOrder.lastInFirstOut, .nearest, .firstInFirstOut])
  func objectsOfAnElasticPoolAreReleasedByTheirHolder(order: PoolConfiguration.ReuseOrder) throws {
    try withLifetimeTracking { tracker in
      var configuration = PoolConfiguration()
      configuration.reuseOrder = order
      var pool: ElasticPool<Tracked, Never>? = ElasticPool(configuration: configuration) {
        tracker.make()
      }
      weak let core = pool?.core
      var first = pool?.acquire()
      let second = pool?.acquire()
      var lease = pool?.ownedLease()
      pool = nil
      #expect(tracker.survivors == [0, 1, 2])
      #expect(first?.number == 0)
      first = nil
      #expect(tracker.survivors == [1, 2])
      #expect(core != nil)
      lease?.release()
      lease = nil
      #expect(core == nil)
      withExtendedLifetime(second) {}
    }
  }

  @Test func objectsOfAPoolWhoseCreationMayFailAreReleasedByTheirHolder() throws {
    try withLifetimeTracking { tracker in
      var pool: ElasticPool<Tracked, any Error>? = ElasticPool { tracker.make() }
      weak let core = pool?.core
      var object = try pool?.acquire()
      pool = nil
      #expect(core == nil)
      #expect(object?.number == 0)
      object = nil
    }
  }

  @Test func objectsOfABoundedPoolAreReleasedByTheirHolder() async throws {
    let tracker = LifetimeTracker()
    var pool: BoundedPool<Tracked>? = BoundedPool(capacity: 2) { tracker.make() }
    weak let core = pool?.core
    var first = try await pool?.acquire()
    let second = try await pool?.acquire()
    pool = nil
    try await waitUntil { core == nil }
    #expect(tracker.alive == 2)
    #expect(first != nil)
    first = nil
    #expect(tracker.alive == 1)
    withExtendedLifetime(second) {}
  }

  /// The pool's hooks do not run for an object that its borrower keeps; its loan ends.
  @Test func aDroppedPoolDetachesAcquiredObjects() throws {
    let destroyed = Tally()
    let events = Locked<[String]>([])
    var hooks = PoolHooks<Book>()
    hooks.destroy = { _, _ in destroyed.add() }
    var pool: ElasticPool<Book, Never>? = ElasticPool(hooks: hooks) { Book() }
    let observation = pool?.observe { event in
      if case .returned = event { events.update { $0.append("returned") } }
    }
    let book = try #require(pool?.acquire())
    pool = nil
    #expect(destroyed.count == 0)
    #expect(events.value == ["returned"])
    observation?.cancel()
    withExtendedLifetime(book) {}
  }

  /// The object's deinit runs code of the user, which may use other pools, also while a pool is
  /// destroyed.
  @Test func anObjectThatOnlyThePoolRetainedIsReleasedOutsideTheLock() {
    final class Chained: Sendable {
      let next: ElasticPool<Book, Never>
      let ended: Tally
      init(next: ElasticPool<Book, Never>, ended: Tally) {
        self.next = next
        self.ended = ended
      }
      deinit {
        next.withElement { _ in }
        ended.add()
      }
    }
    let ended = Tally()
    let books = ElasticPool { Book() }
    var pool: ElasticPool<Chained, Never>? = ElasticPool { Chained(next: books, ended: ended) }
    for _ in 0..<10 { _ = pool?.acquire() }
    pool = nil
    #expect(ended.count == 10)
    #expect(books.snapshot.created == 1)
  }

  @Test func aPoolIsReleasedAlsoAfterAShutdown() async throws {
    let tracker = LifetimeTracker()
    var pool: BoundedPool<Tracked>? = BoundedPool(capacity: 2) { tracker.make() }
    weak let core = pool?.core
    var object = try await pool?.acquire()
    let report = await pool?.shutdown(deadline: .zero)
    #expect(report?.isComplete == false)
    pool = nil
    try await waitUntil { core == nil }
    #expect(object != nil)
    object = nil
    #expect(tracker.alive == 0)
  }
}
