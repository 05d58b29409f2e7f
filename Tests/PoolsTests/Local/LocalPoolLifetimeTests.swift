import StagecraftPools
import TestSupport
import Testing

@Suite("Over many loans of a local pool")
struct LocalPoolLifetimeTests {
  @Test(
    "nothing leaks, and every element is destroyed once", .onSeparateThread,
    arguments: 0..<20 as Range<UInt64>
  )
  func everythingEndsOnce(seed: UInt64) {
    let census = Census()
    var ended: [Int] = []
    var detached = 0
    do {
      var random = SeededGenerator(seed: seed)
      var configuration = PoolConfiguration()
      configuration.expiration.maximumUses = seed.isMultiple(of: 2) ? 5 : nil
      let pool = LocalPool(
        maximumIdle: 4, configuration: configuration,
        hooks: LocalPoolHooks(
          onReturn: { map in map.number.isMultiple(of: 7) ? .discard : .reuse },
          destroy: { map, _ in ended.append(map.number) })
      ) { BranchMap(census) }
      var lent: [BranchMap] = []
      var stored: [LocalOwnedLease<BranchMap>] = []
      for _ in 0..<2000 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: lent.append(pool.acquire())
        case 2: lent.append(pool.acquire(preferring: Int.random(in: 0..<3, using: &random)))
        case 3, 4:
          if let map = lent.randomElement(using: &random) {
            lent.removeAll { $0 === map }
            #expect(pool.release(map))
            #expect(!pool.release(map))
          }
        case 5: stored.append(pool.ownedLease())
        case 6: if !stored.isEmpty { stored.removeFirst() }
        case 7: pool.lease().discard()
        case 8:
          _ = pool.lease().detach()
          detached += 1
        default:
          if Int.random(in: 0..<20, using: &random) == 0 { pool.invalidateAll() }
          pool.trim(.fraction(0.3))
        }
        let numbers = pool.snapshot
        #expect(numbers.idle <= 4)
        #expect(numbers.onLoan == lent.count + stored.count)
        #expect(census.alive == numbers.idle + numbers.onLoan)
        #expect(Set((lent + stored.map(\.element)).map(\.number)).count == numbers.onLoan)
      }
      for map in lent { pool.release(map) }
    }
    #expect(census.alive == 0)
    #expect(ended.count == Set(ended).count)
    #expect(ended.count + detached == census.born)
  }
}
