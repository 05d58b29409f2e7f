import StagecraftPools
import Testing

@Suite("A local lease")
struct LocalLeaseTests {
  let census = Census()

  func makePool(
    maximumIdle: Int = 16, hooks: LocalPoolHooks<BranchMap> = LocalPoolHooks()
  ) -> LocalPool<BranchMap> {
    let census = census
    return LocalPool(maximumIdle: maximumIdle, hooks: hooks) { BranchMap(census) }
  }

  @Test("returns its element at the end of the scope, or when released")
  func returns() {
    let pool = makePool()
    do {
      let lease = pool.lease()
      #expect(lease.element.number == 1)
      #expect(pool.snapshot.onLoan == 1)
    }
    #expect(pool.snapshot.idle == 1)
    let lease = pool.lease()
    lease.release()
    #expect(pool.snapshot.idle == 1)
    #expect(pool.snapshot.onLoan == 0)
  }

  @Test("removes its element from the pool when discarded")
  func discards() {
    let pool = makePool()
    let lease = pool.lease()
    lease.discard()
    #expect(census.alive == 0)
    #expect(pool.snapshot.discarded == [.byBorrower: 1])
    #expect(pool.snapshot.onLoan == 0)
  }

  @Test("hands its element over permanently when detached, without running hooks")
  func detaches() {
    var hookCalls = 0
    var kept: BranchMap?
    do {
      let pool = makePool(
        hooks: LocalPoolHooks(
          onReturn: { _ in
            hookCalls += 1
            return .reuse
          },
          destroy: { _, _ in hookCalls += 1 }))
      kept = pool.lease().detach()
      #expect(pool.snapshot.onLoan == 0)
      #expect(!pool.release(kept!))
    }
    #expect(hookCalls == 0)
    #expect(kept?.number == 1)
    kept = nil
    #expect(census.alive == 0)
  }

  @Test("outlives its pool, whose elements are destroyed once each")
  func outlivesItsPool() {
    var ended: [Int] = []
    var pool: LocalPool? = makePool(
      hooks: LocalPoolHooks(destroy: { map, _ in ended.append(map.number) }))
    pool?.warmUp(to: 3)
    do {
      let lease = pool!.lease()
      pool = nil
      lease.element.show("Harbour")
      #expect(lease.element.shown == "Harbour")
      #expect(ended.isEmpty)
    }
    #expect(ended.sorted() == [1, 2, 3])
    #expect(census.alive == 0)
  }

  @Test("refers to its element while the pool grows")
  func stablePlace() {
    let pool = LocalPool<[Int]> { [] }
    var first = pool.lease()
    first.element.append(1)
    pool.warmUp(to: 16)
    first.element.append(2)
    #expect(first.element == [1, 2])
  }

  @Test("gets the element that last showed its key, unchanged")
  func affinity() {
    let pool = makePool(hooks: LocalPoolHooks(prepareForReuse: { $0.clear() }))
    // Three pages at once, returned in order: Harbour's map is the coldest.
    let harbour = pool.acquire(preferring: "Harbour")
    let market = pool.acquire(preferring: "Market")
    let station = pool.acquire(preferring: "Station")
    for (map, branch) in [(harbour, "Harbour"), (market, "Market"), (station, "Station")] {
      map.show(branch)
      pool.release(map)
    }

    let again = pool.lease(preferring: "Market")
    #expect(again.isPreferred == true)
    #expect(again.element === market)
    #expect(again.element.shown == "Market")
    #expect(again.element.preparations == 0)

    // No idle element shows the castle: the coldest is prepared for it.
    let castle = pool.lease(preferring: "Castle")
    #expect(castle.isPreferred == false)
    #expect(castle.element === harbour)
    #expect(castle.element.shown == nil)
    #expect(castle.element.preparations == 1)

    // The market's map is on loan: a second page gets another one.
    let second = pool.lease(preferring: "Market")
    #expect(second.isPreferred == false)
    #expect(second.element === station)

    // Nothing is idle: a new one, which is not prepared.
    let new = pool.lease(preferring: "Park")
    #expect(new.isPreferred == false)
    #expect(new.element.number == 4)
    #expect(new.element.preparations == 0)
  }

  @Test("without a key makes the pool forget the key of its element")
  func forgets() {
    let pool = makePool(hooks: LocalPoolHooks(prepareForReuse: { $0.clear() }))
    pool.lease(preferring: "Harbour").release()
    let plain = pool.lease()
    #expect(plain.isPreferred == false)
    #expect(plain.element.preparations == 1)
    plain.release()
    let harbour = pool.lease(preferring: "Harbour")
    #expect(harbour.isPreferred == false)
  }

  @Test("distinguishes keys of different types")
  func typedKeys() {
    let pool = makePool()
    pool.lease(preferring: 7).release()
    let text = pool.lease(preferring: "7")
    #expect(text.isPreferred == false)
  }
}

@Suite("An object acquired from a local pool", .timeLimit(.minutes(3)))
struct LocalObjectTests {
  let pool = LocalPool { BranchMap() }

  @Test("returns to the pool when it is released")
  func returns() {
    let map = pool.acquire()
    #expect(pool.release(map))
    #expect(pool.acquire() === map)
  }

  @Test("is not lent twice after it was released twice")
  func doubleRelease() {
    let map = pool.acquire()
    #expect(pool.release(map))
    #expect(!pool.release(map))
    #expect(pool.snapshot.strayReleases == 1)
    #expect(pool.snapshot.idle == 1)
    #expect(pool.acquire() === map)
    #expect(pool.acquire() !== map)
  }

  @Test("is rejected by a pool that did not lend it")
  func foreignRelease() {
    #expect(!pool.release(BranchMap()))
    let lease = pool.lease()
    #expect(!pool.release(lease.element))
    #expect(pool.snapshot.strayReleases == 2)
    #expect(pool.snapshot.onLoan == 1)
  }

  @Test("belongs to its holder once the pool is destroyed")
  func outlivesPool() {
    var ended = 0
    let census = Census()
    var kept: BranchMap?
    do {
      let pool = LocalPool(hooks: LocalPoolHooks(destroy: { _, _ in ended += 1 })) {
        BranchMap(census)
      }
      kept = pool.acquire()
    }
    #expect(ended == 0)
    #expect(kept?.number == 1)
    kept = nil
    #expect(census.alive == 0)
  }

  @Test("is rejected from a `make` that returns the same object twice")
  func makeReturnsTheSameObjectTwice() async {
    await #expect(processExitsWith: .failure) {
      let map = BranchMap()
      let pool = LocalPool { map }
      _ = pool.acquire()
      _ = pool.acquire()
    }
  }
}
