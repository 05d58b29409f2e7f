import StagecraftMemory
import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .serialized)
struct ShrinkingStressTests {
  /// An element that detects two borrowers, and reports its deinit.
  private final class Volume: Sendable {
    let book = Book()
    private let alive: Tally
    init(alive: Tally) {
      self.alive = alive
      alive.add()
    }
    deinit { alive.add(-1) }
  }

  @Test(arguments: [PoolConfiguration.ReuseOrder.lastInFirstOut, .nearest])
  func threadsBorrowUnderPressure(order: PoolConfiguration.ReuseOrder) async throws {
    let rig = PressureRig()
    let alive = Tally()
    let overlaps = Tally()
    var configuration = PoolConfiguration()
    configuration.reuseOrder = order
    configuration.minimumIdle = 1
    let pool = ElasticPool(configuration: configuration) { Volume(alive: alive) }
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 1)
    let isOver = Locked(false)
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          try await onThread {
            for _ in 0..<50_000 {
              pool.withElement { volume in
                volume.book.take()
                volume.book.putDown()
                overlaps.add(volume.book.overlapCount)
              }
            }
          }
        }
      }
      group.addTask {
        var count = 0
        while !isOver.value {
          _ = await rig.press(count.isMultiple(of: 3) ? .critical : .high)
          count += 1
        }
      }
      for _ in 0..<3 { try await group.next() }
      isOver.update { $0 = true }
      try await group.waitForAll()
    }
    #expect(overlaps.count == 0)
    #expect(pool.snapshot.onLoan == 0)
    #expect(pool.snapshot.idle == alive.count)
    _ = await rig.press(.critical)
    #expect(alive.count <= 1)
  }

  @Test func tasksWaitUnderPressure() async throws {
    let rig = PressureRig()
    let alive = Tally()
    let overlaps = Tally()
    // Loans are recorded under the lock. The thread sanitizer needs that: it does not see that a
    // continuation resumed just before its task suspends passes on earlier writes.
    var configuration = PoolConfiguration()
    configuration.nestedBorrowing = .reported
    let pool = BoundedPool(capacity: 2, configuration: configuration) { Volume(alive: alive) }
    pool.registerForPressure(with: rig.pressure)
    let isOver = Locked(false)
    try await withThrowingTaskGroup { group in
      for _ in 0..<6 {
        group.addTask {
          for _ in 0..<500 {
            try await pool.withElement { volume in
              volume.book.take()
              volume.book.putDown()
              overlaps.add(volume.book.overlapCount)
            }
          }
        }
      }
      group.addTask {
        while !isOver.value { _ = await rig.press(.critical) }
      }
      for _ in 0..<6 { try await group.next() }
      isOver.update { $0 = true }
      try await group.waitForAll()
    }
    #expect(overlaps.count == 0)
    #expect(pool.snapshot.onLoan == 0 && pool.snapshot.waiting == 0)
    _ = await rig.press(.critical)
    #expect(alive.count == 0)
  }
}
