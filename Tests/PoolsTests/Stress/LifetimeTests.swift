import StagecraftPools
import TestSupport
import Testing

/// A pool may be destroyed before its leases: its core is retained until the last of them has
/// ended.
///
/// Run under the address sanitizer, these find uses of freed memory and leaks.
@Suite(.timeLimit(.minutes(5)))
struct LifetimeTests {
  /// An element that reports its deinit.
  final class Volume: Sendable {
    private let alive: Tally
    init(alive: Tally) {
      self.alive = alive
      alive.add()
    }
    deinit { alive.add(-1) }
  }

  @Test(arguments: [PoolConfiguration.ReuseOrder.lastInFirstOut, .nearest, .firstInFirstOut])
  func leasesOutliveAnElasticPool(order: PoolConfiguration.ReuseOrder) {
    let alive = Tally()
    var configuration = PoolConfiguration()
    configuration.reuseOrder = order
    var pool: ElasticPool<Volume, Never>? = ElasticPool(configuration: configuration) {
      Volume(alive: alive)
    }
    for _ in 0..<400 { pool?.withElement { _ in } }
    var shared = pool?.ownedLease()
    guard let lease = pool?.lease() else { return }
    pool?.lease().release()
    pool = nil
    #expect(alive.count == 2)
    withExtendedLifetime(lease.element) {}
    lease.release()
    #expect(alive.count == 1)
    shared?.release()
    shared = nil
    #expect(alive.count == 0)
  }

  @Test func leasesOutliveABoundedPool() async throws {
    let alive = Tally()
    var pool: BoundedPool<Volume>? = BoundedPool(
      capacity: 4, configuration: .plain
    ) { Volume(alive: alive) }
    for _ in 0..<400 { try await pool?.withElement { _ in } }
    let lease = try await pool?.lease()
    pool = nil
    #expect(alive.count == 1)
    if let lease { lease.release() }
    try await waitUntil { alive.count == 0 }
  }

  @Test func discardingAndDetachingAfterThePoolIsDestroyed() {
    let alive = Tally()
    var pool: ElasticPool<Volume, Never>? = ElasticPool { Volume(alive: alive) }
    guard let discarded = pool?.lease(), let detached = pool?.lease() else { return }
    pool = nil
    discarded.discard()
    #expect(alive.count == 1)
    do {
      let volume = detached.detach()
      withExtendedLifetime(volume) {}
    }
    #expect(alive.count == 0)
  }

  /// Another thread may be reading the element at the moment at which the loan ends: the lease
  /// keeps the object for it.
  @Test func anObjectOutlivesTheEndOfItsOwnedLease() {
    let alive = Tally()
    let pool = ElasticPool(maximumIdle: 0) { Volume(alive: alive) }
    var discarded: OwnedLease<Volume>? = pool.ownedLease()
    var released: OwnedLease<Volume>? = pool.ownedLease()
    discarded?.discard()
    released?.release()
    #expect(pool.snapshot.discarded.values.reduce(0, +) == 2)
    #expect(alive.count == 2)
    discarded = nil
    #expect(alive.count == 1)
    released = nil
    #expect(alive.count == 0)
  }

  /// The last lease is returned through the fast path at the moment at which the pool is destroyed.
  @Test(.onSeparateThread, arguments: [PoolConfiguration.ReuseOrder.lastInFirstOut, .nearest])
  func thePoolIsDestroyedWhileItsLastLeaseIsReturned(order: PoolConfiguration.ReuseOrder)
    async throws
  {
    let alive = Tally()
    var configuration = PoolConfiguration()
    configuration.reuseOrder = order
    let frozen = configuration
    for _ in 0..<500 {
      let box = Locked<ElasticPool<Volume, Never>?>(
        ElasticPool(configuration: frozen) { Volume(alive: alive) })
      try await withThrowingTaskGroup { group in
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        group.addTask {
          try await onThread {
            guard let pool = box.value else { return }
            for _ in 0..<200 { pool.withElement { _ in } }
            let lease = pool.lease()
            isReady.yield()
            finish(lease)
          }
        }
        group.addTask {
          for await _ in ready { break }
          box.update { $0 = nil }
        }
        try await group.waitForAll()
      }
      #expect(alive.count == 0)
    }
  }

  @Test func aPoolDestroyedDuringACreationDestroysTheElement() async throws {
    let alive = Tally()
    let gate = Gate()
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    var hooks = PoolHooks<Volume>()
    hooks.destroy = { _, _ in ended.yield() }
    var pool: BoundedPool<Volume>? = BoundedPool(capacity: 1, hooks: hooks) {
      await gate.wait()
      return Volume(alive: alive)
    }
    let reader = Task { [pool] in try await pool?.lease(timeout: .unlimited).release() }
    reader.cancel()
    _ = await reader.result
    pool = nil
    gate.open()
    for await _ in ends { break }
  }

  @Test func nothingIsLeftOfManyPools() async throws {
    let alive = Tally()
    for round in 0..<200 {
      var configuration = PoolConfiguration()
      configuration.expiration.idleTimeout = round % 2 == 0 ? .seconds(60) : nil
      configuration.recordsTimings = round % 3 == 0
      let pool = BoundedPool(capacity: 3, configuration: configuration) { Volume(alive: alive) }
      let first = try await pool.ownedLease()
      try await pool.withElement { _ in }
      first.release()
      pool.trim(.fraction(0.3))
    }
    try await waitUntil { alive.count == 0 }
  }
}

/// Ends a lease in a function other than the one that borrowed.
private func finish(_ lease: consuming Lease<LifetimeTests.Volume>) {
  lease.release()
}
