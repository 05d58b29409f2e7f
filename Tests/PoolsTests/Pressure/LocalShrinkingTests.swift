import StagecraftMemory
import StagecraftPools
import StagecraftTestKit
import Testing

/// The desk of a library, with cells of its own.
private actor Desk {
  private let census = Census()
  private let cells: LocalPool<BranchMap>

  init() {
    let census = census
    cells = LocalPool { BranchMap(census) }
  }

  var idle: Int { cells.snapshot.idle }

  func open(under pressure: PressureMonitor) {
    cells.warmUp(to: 4)
    cells.registerForPressure(with: pressure, as: "cells", bytesPerElement: 10)
  }
}

@MainActor
@Suite("Under pressure, a pool of one actor", .timeLimit(.minutes(3)))
struct LocalShrinkingTests {
  let rig = PressureRig()

  @Test("destroys its coldest elements on the main actor")
  func onTheMainActor() async {
    var ended: [Int] = []
    var reasons: Set<PoolDiscardReason> = []
    var configuration = PoolConfiguration()
    configuration.name = "maps"
    configuration.minimumIdle = 1
    let census = Census()
    let pool = LocalPool(
      configuration: configuration,
      hooks: LocalPoolHooks(destroy: { map, reason in
        MainActor.preconditionIsolated()
        reasons.insert(reason)
        ended.append(map.number)
      })
    ) { BranchMap(census) }
    let maps = (0..<8).map { _ in pool.acquire() }
    for map in maps { pool.release(map) }
    let lent = pool.acquire()
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 10)
    let entries = await rig.press(.elevated, target: 11)
    #expect(entries.map(\.name) == ["maps"])
    #expect(entries.map(\.estimated) == [60])
    #expect(entries.map(\.released) == [20])
    #expect(ended == [1, 2])
    #expect(await rig.press(.critical).map(\.released) == [40])
    #expect(ended == [1, 2, 3, 4, 5, 6])
    #expect(reasons == [.trimmed])
    #expect(pool.snapshot.idle == 1 && pool.snapshot.onLoan == 1)
    #expect(pool.release(lent))
  }

  @Test("destroys its share where bytes are not counted")
  func byShare() async {
    let pool = LocalPool { BranchMap() }
    pool.warmUp(to: 8)
    pool.registerForPressure(with: rig.pressure)
    #expect(await rig.press(.high).map(\.released) == [0])
    #expect(pool.snapshot.idle == 4)
  }

  @Test("does so on the actor that it belongs to")
  func onAnotherActor() async {
    let desk = Desk()
    await desk.open(under: rig.pressure)
    #expect(await rig.press(.high, target: 25).map(\.released) == [30])
    #expect(await desk.idle == 1)
  }

  @Test("may be used by the hooks that it calls")
  func reentered() async {
    let census = Census()
    weak var reached: LocalPool<BranchMap>?
    let pool = LocalPool(
      hooks: LocalPoolHooks(destroy: { _, _ in reached?.trim(.all) })
    ) { BranchMap(census) }
    reached = pool
    pool.warmUp(to: 8)
    pool.registerForPressure(with: rig.pressure)
    _ = await rig.press(.elevated)
    #expect(pool.snapshot.idle == 0)
    #expect(census.alive == 0)
  }

  @Test("of many kinds destroys the same share of each")
  func ofManyKinds() async {
    let cells = ReusePool()
    cells.registerForPressure(with: rig.pressure, as: "cells", bytesPerElement: 10)
    #expect(await rig.press(.critical).map(\.released) == [0])
    let maps = ReuseIdentifier<BranchMap>("map")
    let books = ReuseIdentifier<Book>("book")
    cells.register(maps) { BranchMap() }
    cells.register(books) { Book() }
    cells.warmUp(maps, count: 8)
    cells.warmUp(books, count: 4)
    let entries = await rig.press(.elevated, target: 55)
    #expect(entries.map(\.estimated) == [120])
    #expect(entries.map(\.released) == [60])
    #expect(cells.snapshot(of: maps).idle == 4)
    #expect(cells.snapshot(of: books).idle == 2)
    #expect(await rig.press(.critical).map(\.released) == [60])
  }
}
