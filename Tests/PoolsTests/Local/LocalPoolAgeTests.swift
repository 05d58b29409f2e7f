import StagecraftPools
import StagecraftTestKit
import Testing

@Suite("The elements of a local pool")
struct LocalPoolAgeTests {
  let clock = ManualClock()
  let census = Census()

  func makePool(_ change: (inout PoolConfiguration) -> Void) -> LocalPool<BranchMap> {
    var configuration = PoolConfiguration()
    configuration.clock = clock
    change(&configuration)
    let census = census
    return LocalPool(configuration: configuration) { BranchMap(census) }
  }

  @Test("are destroyed at the next loan when they were idle for too long, also at the cold end")
  func idleTimeout() {
    let pool = makePool { $0.expiration.idleTimeout = .seconds(60) }
    pool.warmUp(to: 3)
    clock.advance(by: .seconds(59))
    #expect(pool.trim(.fraction(0)) == 0)
    pool.withElement { _ in }
    clock.advance(by: .seconds(1))
    pool.withElement { map in #expect(map.number == 3) }
    #expect(census.alive == 1)
    #expect(pool.snapshot.discarded == [.idleTooLong: 2])
  }

  @Test("are destroyed when another is returned, if they were idle for too long")
  func idleTimeoutAtReturn() {
    let pool = makePool { $0.expiration.idleTimeout = .seconds(60) }
    pool.warmUp(to: 2)
    let lent = pool.acquire()
    clock.advance(by: .seconds(60))
    pool.release(lent)
    #expect(census.alive == 1)
    #expect(pool.acquire() === lent)
  }

  @Test("are kept up to the minimum")
  func idleMinimum() {
    let pool = makePool {
      $0.expiration.idleTimeout = .seconds(60)
      $0.minimumIdle = 1
    }
    pool.withElement { _ in }
    clock.advance(by: .seconds(1000))
    #expect(pool.trim(.all) == 0)
    pool.withElement { map in #expect(map.number == 1) }
  }

  @Test("are kept up to the minimum even if all are too old")
  func idleMinimumOfMany() {
    let pool = makePool {
      $0.expiration.idleTimeout = .seconds(60)
      $0.minimumIdle = 2
    }
    pool.warmUp(to: 5)
    clock.advance(by: .seconds(60))
    pool.trim(.fraction(0))
    // Until `PoolMachine.reasonToDiscard(idle:at:)` excludes elements that are being destroyed.
    #expect(pool.snapshot.idle == 2)
  }

  @Test("are destroyed at their maximum lifetime: idle ones at the next use, lent ones on return")
  func lifetime() {
    let pool = makePool { $0.expiration.maximumLifetime = .seconds(3600) }
    pool.warmUp(to: 2)
    let lent = pool.acquire()
    clock.advance(by: .seconds(3600))
    #expect(pool.trim(.fraction(0)) == 1)
    pool.release(lent)
    #expect(pool.snapshot.idle == 0)
    #expect(pool.snapshot.discarded == [.tooOld: 2])
  }

  @Test("are destroyed after as many loans as allowed")
  func uses() {
    let pool = makePool { $0.expiration.maximumUses = 2 }
    let numbers = (1...4).map { _ in pool.withElement { $0.number } }
    #expect(numbers == [1, 1, 2, 2])
    #expect(pool.snapshot.discarded == [.usedUp: 2])
  }

  @Test("can be trimmed by idle time without a timeout")
  func trimByRest() {
    let pool = makePool { _ in }
    let maps = (1...3).map { _ in pool.acquire() }
    for map in maps {
      clock.advance(by: .seconds(10))
      pool.release(map)
    }
    clock.advance(by: .seconds(10))
    #expect(pool.trim(.idleLonger(than: .seconds(20))) == 2)
    #expect(pool.acquire() === maps[2])
  }

  @Test("never age in a pool with the longest possible durations")
  func longestDurations() {
    let pool = makePool {
      $0.expiration.idleTimeout = .seconds(Int64.max)
      $0.expiration.maximumLifetime = .seconds(Int64.max / 1_000_000_000)
    }
    pool.withElement { _ in }
    clock.advance(by: .seconds(1_000_000))
    pool.withElement { map in #expect(map.number == 1) }
  }
}
