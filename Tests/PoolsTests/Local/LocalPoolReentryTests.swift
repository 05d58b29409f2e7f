import StagecraftPools
import Testing

@Suite("A local pool used from within its own closures")
struct LocalPoolReentryTests {
  /// Holds the pool, so that its closures can access it.
  final class Desk {
    var stock: LocalPool<BranchMap>?
    var pool: LocalPool<BranchMap> { stock! }
    var log: [String] = []
  }

  let desk = Desk()
  let census = Census()

  func open(maximumIdle: Int = 16, _ hooks: LocalPoolHooks<BranchMap> = LocalPoolHooks()) {
    let census = census
    desk.stock = LocalPool(maximumIdle: maximumIdle, hooks: hooks) { BranchMap(census) }
  }

  @Test("lends while it creates an element")
  func whileMaking() {
    let (desk, census) = (desk, census)
    desk.stock = LocalPool {
      let map = BranchMap(census)
      if map.number == 1 {
        // Enough to make the table of slots grow.
        let inner = (0..<100).map { _ in desk.pool.acquire() }
        desk.pool.invalidateAll()
        for map in inner { desk.pool.release(map) }
        desk.pool.warmUp(to: 3)
      }
      return map
    }
    do {
      let lease = desk.pool.lease()
      #expect(lease.element.number == 1)
      #expect(desk.pool.snapshot.idle == 2)
    }
    // Its creation began before the others were invalidated.
    #expect(desk.pool.snapshot.discarded == [.invalidated: 101])
    desk.stock = nil
    #expect(census.alive == 0)
  }

  @Test("lends, accepts and trims elements during a return")
  func whileReturning() {
    let desk = desk
    open(
      LocalPoolHooks(onReturn: { map in
        if desk.log.isEmpty {
          desk.log.append("first")
          #expect(!desk.pool.release(map))
          desk.pool.withElement { other in #expect(other !== map) }
          desk.pool.trim(.all)
          #expect(desk.pool.snapshot.onLoan == 1)
        }
        return .reuse
      }))
    let map = desk.pool.acquire()
    #expect(desk.pool.release(map))
    #expect(desk.pool.snapshot.idle == 1)
    #expect(desk.pool.acquire() === map)
    desk.stock = nil
  }

  @Test("lends another element while one is prepared")
  func whilePreparing() {
    let desk = desk
    open(
      LocalPoolHooks(prepareForReuse: { map in
        guard desk.log.isEmpty else { return }
        desk.log.append("first")
        desk.pool.withElement { other in #expect(other !== map) }
        desk.pool.invalidateAll()
      }))
    desk.pool.withElement { _ in }
    desk.pool.withElement { map in #expect(map.number == 1) }
    #expect(desk.pool.snapshot.idle == 0)
    #expect(census.alive == 0)
    desk.stock = nil
  }

  @Test("lends and trims while elements are destroyed")
  func whileEnding() {
    let desk = desk
    open(
      LocalPoolHooks(destroy: { map, _ in
        guard let pool = desk.stock else { return }
        desk.log.append("end \(map.number)")
        if desk.log.count < 10 { pool.withElement { _ in } }
        pool.trim(.all)
      }))
    desk.pool.warmUp(to: 4)
    #expect(desk.pool.trim(.all) == 4)
    desk.stock = nil
    #expect(desk.log.count == Set(desk.log).count)
    #expect(census.alive == 0)
  }

  @Test("can be used by the deinit of an element")
  func fromDeinit() {
    let desk = desk
    open(maximumIdle: 1)
    do {
      // This map holds another one on loan, and returns it when it is destroyed.
      let first = desk.pool.acquire()
      let second = desk.pool.ownedLease()
      first.onDeinit = {
        second.release()
        desk.pool.withElement { _ in }
        desk.log.append("gone")
      }
      #expect(desk.pool.release(first))
    }
    #expect(desk.pool.trim(.all) == 1)
    #expect(desk.log == ["gone"])
    #expect(desk.pool.snapshot.onLoan == 0)
    #expect(desk.pool.snapshot.idle == 1)
    desk.stock = nil
    #expect(census.alive == 0)
  }

  @Test("can be dropped by one of its closures")
  func droppedWhileReturning() {
    let desk = desk
    open(
      LocalPoolHooks(onReturn: { _ in
        desk.stock = nil
        return .reuse
      }))
    desk.pool.withElement { _ in }
    #expect(desk.stock == nil)
    #expect(census.alive == 0)
  }
}
