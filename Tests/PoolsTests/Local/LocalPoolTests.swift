import StagecraftPools
import Testing

@Suite("A local pool", .timeLimit(.minutes(3)))
struct LocalPoolTests {
  let census = Census()

  func makePool(
    maximumIdle: Int = 16, _ change: (inout PoolConfiguration) -> Void = { _ in },
    hooks: LocalPoolHooks<BranchMap> = LocalPoolHooks()
  ) -> LocalPool<BranchMap> {
    var configuration = PoolConfiguration()
    change(&configuration)
    let census = census
    return LocalPool(maximumIdle: maximumIdle, configuration: configuration, hooks: hooks) {
      BranchMap(census)
    }
  }

  /// Borrows `count` maps and returns them, number 1 first.
  func fill(_ pool: LocalPool<BranchMap>, _ count: Int) {
    let maps = (0..<count).map { _ in pool.acquire() }
    for map in maps { pool.release(map) }
  }

  @Test(
    "lends the map returned last, unless it is to lend the longest idle",
    arguments: [nil, .nearest, .lastInFirstOut, .firstInFirstOut] as [PoolConfiguration.ReuseOrder?]
  )
  func order(order: PoolConfiguration.ReuseOrder?) {
    let pool = makePool { $0.reuseOrder = order }
    let (first, last) = (pool.acquire(), pool.acquire())
    pool.release(first)
    pool.release(last)
    #expect(pool.acquire() === (order == .firstInFirstOut ? first : last))
  }

  @Test("creates nothing before the first request")
  func lazy() {
    let pool = makePool()
    #expect(census.born == 0)
    #expect(pool.snapshot.created == 0)
  }

  @Test("lends returned elements again")
  func reuses() {
    let pool = makePool()
    for _ in 1...5 { pool.withElement { map in #expect(map.number == 1) } }
    #expect(census.born == 1)
    #expect(pool.snapshot.idle == 1)
    #expect(pool.snapshot.onLoan == 0)
  }

  @Test("an idle object that has failed is destroyed, and no other")
  func discardsOneIdleObject() {
    var destroyed: [PoolDiscardReason] = []
    let pool = makePool(hooks: LocalPoolHooks(destroy: { _, reason in destroyed.append(reason) }))
    let maps = (0..<3).map { _ in pool.acquire() }
    #expect(!pool.discard(idle: maps[1]), "It is on loan.")
    for map in maps { pool.release(map) }
    #expect(pool.discard(idle: maps[1]))
    #expect(!pool.discard(idle: maps[1]))
    #expect(!pool.discard(idle: BranchMap(census)))
    #expect(destroyed == [.byBorrower])
    #expect(pool.snapshot.idle == 2 && pool.snapshot.discarded == [.byBorrower: 1])
    #expect(pool.acquire() === maps[2] && pool.acquire() === maps[0])
    #expect(pool.acquire().number == 5, "A new one: the fourth was not of the pool.")
  }

  @Test("lends what came back last, first")
  func lastInFirstOut() {
    let pool = makePool()
    fill(pool, 3)
    #expect(pool.acquire().number == 3)
    #expect(pool.acquire().number == 2)
  }

  @Test("lends the element that was idle longest if so configured")
  func firstInFirstOut() {
    let pool = makePool { $0.reuseOrder = .firstInFirstOut }
    fill(pool, 3)
    #expect(pool.acquire().number == 1)
    #expect(pool.acquire().number == 2)
  }

  @Test("keeps no more idle elements than allowed, and destroys the coldest")
  func surplus() {
    let pool = makePool(maximumIdle: 2)
    fill(pool, 3)
    #expect(census.alive == 2)
    #expect(pool.snapshot.discarded == [.surplus: 1])
    #expect(pool.acquire().number == 3)
    #expect(pool.acquire().number == 2)
  }

  @Test("with a maximum of zero creates an element each time")
  func keepsNone() {
    let pool = makePool(maximumIdle: 0)
    for number in 1...3 { pool.withElement { map in #expect(map.number == number) } }
    #expect(census.alive == 0)
  }

  @Test("lends another element inside a loan")
  func nested() {
    let pool = makePool()
    pool.withElement { outer in
      pool.withElement { inner in #expect(inner !== outer) }
      #expect(pool.snapshot.onLoan == 1)
    }
    #expect(pool.snapshot.idle == 2)
  }

  @Test("gets the element back when the body throws, and rethrows the typed error")
  func bodyThrows() {
    struct TornMap: Error {}
    let pool = makePool()
    do throws(TornMap) {
      try pool.withElement { (_: inout BranchMap) throws(TornMap) -> Void in throw TornMap() }
      Issue.record("The error was lost.")
    } catch {
      #expect(pool.snapshot.idle == 1)
    }
  }

  @Test("keeps a borrower's changes to a value")
  func values() {
    let pool = LocalPool<[String]> { [] }
    pool.withElement { notes in notes.append("by closure") }
    do {
      var lease = pool.lease()
      lease.element.append("by lease")
    }
    #expect(pool.withElement { $0 } == ["by closure", "by lease"])
  }

  @Test("calls the hooks once for each return, reuse and destruction")
  func hooks() {
    var heard: [String] = []
    let hooks = LocalPoolHooks<BranchMap>(
      onReturn: { map in
        heard.append("return \(map.number)")
        return map.shown == "fire" ? .discard : .reuse
      },
      prepareForReuse: { map in heard.append("prepare \(map.number)") },
      destroy: { map, reason in heard.append("end \(map.number) \(reason)") })
    do {
      let pool = makePool(hooks: hooks)
      pool.withElement { _ in }
      pool.withElement { map in map.show("fire") }
      pool.withElement { _ in }
      pool.lease().discard()
      pool.withElement { _ in }
    }
    #expect(
      heard == [
        "return 1", "prepare 1", "return 1", "end 1 byHook",
        "return 2", "prepare 2", "end 2 byBorrower",
        "return 3", "end 3 shutdown",
      ])
    #expect(census.alive == 0)
  }

  @Test("creates elements in advance, as many as it may keep, without preparing them")
  func warmUp() {
    var preparations = 0
    let pool = makePool(
      maximumIdle: 3, hooks: LocalPoolHooks(prepareForReuse: { _ in preparations += 1 }))
    let lent = pool.acquire()
    pool.warmUp(to: 3)
    #expect(pool.snapshot.idle == 2)
    pool.warmUp(to: 2)
    #expect(census.born == 3)
    pool.warmUp(to: 10)
    #expect(pool.snapshot.idle == 3)
    pool.withElement { _ in }
    #expect(preparations == 0)
    pool.withElement { _ in }
    #expect(preparations == 1)
    pool.release(lent)
  }

  @Test("can be trimmed down to the minimum")
  func trimAll() {
    let pool = makePool { $0.minimumIdle = 1 }
    fill(pool, 4)
    #expect(pool.trim(.all) == 3)
    #expect(pool.trim(.all) == 0)
    #expect(pool.acquire().number == 4)
    #expect(pool.snapshot.discarded == [.trimmed: 3])
  }

  @Test("can be trimmed by a share, rounded up, the coldest first")
  func trimFraction() {
    let pool = makePool()
    fill(pool, 5)
    #expect(pool.trim(.fraction(0.5)) == 3)
    #expect(pool.trim(.fraction(0)) == 0)
    #expect(pool.acquire().number == 5)
    #expect(pool.acquire().number == 4)
  }

  @Test("does not lend elements that were created before an invalidation")
  func invalidate() {
    let pool = makePool { $0.minimumIdle = 1 }
    fill(pool, 2)
    let lent = pool.acquire()
    pool.invalidateAll()
    #expect(pool.snapshot.idle == 0)
    pool.release(lent)
    #expect(pool.snapshot.idle == 0)
    #expect(pool.snapshot.discarded == [.invalidated: 2])
    #expect(pool.acquire().number == 3)
  }

  @Test("rejects invalid numbers")
  func badNumbers() async {
    await #expect(processExitsWith: .failure) { _ = LocalPool(maximumIdle: -1) { 0 } }
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.minimumIdle = 3
      _ = LocalPool(maximumIdle: 2, configuration: configuration) { 0 }
    }
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.expiration.maximumUses = 0
      _ = LocalPool(configuration: configuration) { 0 }
    }
    await #expect(processExitsWith: .failure) { LocalPool { 0 }.warmUp(to: -1) }
    await #expect(processExitsWith: .failure) { LocalPool { 0 }.trim(.fraction(1.5)) }
  }
}
