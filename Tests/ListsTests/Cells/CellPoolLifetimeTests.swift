import StagecraftLists
import StagecraftPools
import TestSupport
import Testing

private final class CoverCell {
  let token: Tracked
  init(_ tracker: LifetimeTracker) { token = tracker.make() }
}

extension ReuseIdentifier where Element == CoverCell {
  fileprivate static let cover = ReuseIdentifier("cover")
}

@Suite(.timeLimit(.minutes(3)))
struct CellPoolLifetimeTests {
  @Test
  func cellsAreReleasedWithThePool() throws {
    try withLifetimeTracking { tracker in
      let pool = CellPool<CellOrder>()
      pool.register(.cover, maximumIdle: 2, make: { CoverCell(tracker) }, show: { _, _ in })
      for id in 0..<6 { _ = pool.dequeue(.cover, for: CellOrder(id: id, title: "")) }
      pool.enqueueAll(except: [0, 1])
      #expect(tracker.alive == 4)
      pool.trim(.all)
      #expect(tracker.alive == 2)
    }
  }
}
