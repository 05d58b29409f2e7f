import StagecraftTestKit
import Synchronization
import TestSupport
import Testing

@testable import StagecraftPools

/// A pool with a fast path that had many elements before.
///
/// Its table keeps their slots, because hints refer to them; no code under the lock may scan all of
/// them.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct FastPathScaleTests {
  private static let peak = 100_000

  private func shrunkPool(_ order: PoolConfiguration.ReuseOrder) -> ElasticPool<Int, Never> {
    var configuration = PoolConfiguration()
    configuration.reuseOrder = order
    let pool = ElasticPool(maximumIdle: Self.peak, configuration: configuration) { 7 }
    pool.warmUp(to: Self.peak)
    pool.trim(.all)
    #expect(pool.core.table.count == Self.peak)
    #expect(pool.core.slotsInUse <= 64)
    return pool
  }

  @Test(arguments: [PoolConfiguration.ReuseOrder.nearest, .lastInFirstOut])
  func theFastPathOpensAsSoonAsInASmallPool(order: PoolConfiguration.ReuseOrder) {
    let pool = shrunkPool(order)
    for _ in 0..<200 { pool.withElement { $0 += 1 } }
    #expect(pool.core.mode.load(ordering: .relaxed) == 0)
  }

  /// Elements idle in the fast path are found after the shrink, and vacant slots are not read: one
  /// of those has a mark that no vacant slot ever has.
  @Test func closingTheFastPathReadsOnlySlotsInUse() {
    let pool = shrunkPool(.lastInFirstOut)
    for _ in 0..<200 { pool.withElement { $0 += 1 } }
    #expect(pool.core.mode.load(ordering: .relaxed) == 0)
    let vacant = pool.core.table[Self.peak - 1]
    vacant.becomeIdle()
    pool.trim(.idleLonger(than: .seconds(3_600)))
    #expect(pool.core.mode.load(ordering: .relaxed) == 1)
    #expect(vacant.take())
    #expect(pool.snapshot.idle == 1)
    #expect(pool.withElement { $0 } == 207)
  }

  @Test func theSearchForElementsWithoutAHintReadsOnlySlotsInUse() {
    let pool = shrunkPool(.lastInFirstOut)
    for _ in 0..<200 { pool.withElement { $0 += 1 } }
    let vacant = pool.core.table[Self.peak - 1]
    vacant.becomeIdle()
    let first = pool.lease()
    let second = pool.lease()
    #expect(second.slot != vacant)
    #expect(second.element == 7)
    #expect(vacant.take())
    withExtendedLifetime(first) {}
  }

  private func openPool(_ order: PoolConfiguration.ReuseOrder) -> ElasticPool<Int, Never> {
    var configuration = PoolConfiguration()
    configuration.reuseOrder = order
    let pool = ElasticPool(maximumIdle: 1_000, configuration: configuration) { 7 }
    for _ in 0..<200 { pool.withElement { $0 += 1 } }
    #expect(pool.core.mode.load(ordering: .relaxed) == 0)
    return pool
  }

  /// While the fast path is open, each loan without a hint reads slots one by one.
  @Test(arguments: [PoolConfiguration.ReuseOrder.nearest, .lastInFirstOut])
  func lendingManyNewElementsClosesTheFastPath(order: PoolConfiguration.ReuseOrder) {
    let pool = openPool(order)
    let leases = (0..<2 * PoolCore.slotsSearched).map { _ in pool.ownedLease() }
    #expect(pool.core.mode.load(ordering: .relaxed) == 1)
    for lease in leases { lease.release() }
    #expect(pool.snapshot.idle == leases.count)
  }

  @Test func lendingManyIdleElementsClosesTheFastPath() {
    let pool = openPool(.nearest)
    pool.warmUp(to: 2 * PoolCore.slotsSearched)
    for _ in 0..<400 { pool.withElement { $0 += 1 } }
    #expect(pool.core.mode.load(ordering: .relaxed) == 0)
    let leases = (0..<2 * PoolCore.slotsSearched).map { _ in pool.ownedLease() }
    #expect(pool.core.mode.load(ordering: .relaxed) == 1)
    #expect(pool.snapshot.created == leases.count)
    for lease in leases { lease.release() }
  }
}
