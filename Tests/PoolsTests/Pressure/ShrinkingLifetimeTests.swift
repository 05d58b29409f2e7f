import StagecraftMemory
import StagecraftPools
import StagecraftTestKit
import Testing

/// A monitor does not retain a pool, and a pool does not retain a monitor.
@Suite(.timeLimit(.minutes(5)))
struct ShrinkingLifetimeTests {
  @Test func aDroppedPoolIsNoLongerAsked() async throws {
    let rig = PressureRig()
    weak var gone: ElasticPool<Book, Never>?
    do {
      let pool = ElasticPool { Book() }
      gone = pool
      pool.registerForPressure(with: rig.pressure, bytesPerElement: 1)
      pool.warmUp(to: 4)
      #expect(await rig.press(.elevated).count == 1)
    }
    try await waitUntil { gone == nil }
    #expect(await rig.press(.critical).allSatisfy { $0.outcome.hasEnded })
    #expect(await rig.press(.critical).isEmpty)
  }

  @Test func otherDroppedPoolsAreNoLongerAsked() async throws {
    let rig = PressureRig()
    do {
      let bounded = BoundedPool(capacity: 2) { Book() }
      bounded.registerForPressure(with: rig.pressure)
      let keyed = KeyedPool<Int, Book>(capacity: 2, capacityPerKey: 1) { Book(copy: $0) }
      keyed.registerForPressure(with: rig.pressure)
      let throwing = ElasticPool<Book, any Error> { Book() }
      throwing.registerForPressure(with: rig.pressure)
      #expect(await rig.press(.high).count == 3)
    }
    _ = await rig.press(.critical)
    #expect(await rig.press(.critical).isEmpty)
  }

  @MainActor
  @Test func droppedPoolsOfTheMainActorAreNoLongerAsked() async throws {
    let rig = PressureRig()
    let census = Census()
    weak var goneLocal: LocalPool<BranchMap>?
    weak var goneReuse: ReusePool?
    do {
      let local = LocalPool { BranchMap(census) }
      goneLocal = local
      local.registerForPressure(with: rig.pressure)
      local.registerForPressure(with: rig.pressure)
      local.warmUp(to: 3)
      let reuse = ReusePool()
      goneReuse = reuse
      reuse.registerForPressure(with: rig.pressure)
      #expect(await rig.press(.high).count == 3)
    }
    try await waitUntil { goneLocal == nil && goneReuse == nil }
    #expect(census.alive == 0)
    _ = await rig.press(.critical)
    #expect(await rig.press(.critical).isEmpty)
  }

  @Test func thePoolOfADroppedActorIsNoLongerAsked() async throws {
    actor Desk {
      let cells = LocalPool { Book() }
      func open(under pressure: PressureMonitor) { cells.registerForPressure(with: pressure) }
    }
    let rig = PressureRig()
    weak var gone: Desk?
    do {
      let desk = Desk()
      gone = desk
      await desk.open(under: rig.pressure)
      #expect(await rig.press(.high).count == 1)
    }
    try await waitUntil { gone == nil }
    _ = await rig.press(.critical)
    #expect(await rig.press(.critical).isEmpty)
  }

  @Test func aPoolOutlivesItsMonitor() {
    let pool = ElasticPool { Book() }
    weak var gone: PressureMonitor?
    do {
      let pressure = PressureMonitor(sources: .none)
      gone = pressure
      pool.registerForPressure(with: pressure)
    }
    #expect(gone == nil)
    #expect(pool.withElement { $0.copy } == 0)
  }

  @Test func leasesOutliveAPoolAfterAShrink() async {
    let rig = PressureRig()
    var pool: ElasticPool<Book, Never>? = ElasticPool { Book() }
    pool?.registerForPressure(with: rig.pressure)
    let loan = pool?.ownedLease()
    _ = await rig.press(.critical)
    pool = nil
    #expect(loan?.element.copy == 0)
    loan?.release()
    _ = await rig.press(.critical)
  }
}
