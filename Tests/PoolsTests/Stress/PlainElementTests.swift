import Dispatch
import StageFloor
import Synchronization
import TestSupport
import Testing

@testable import StagecraftPools

/// Elements without synchronization of their own: only the pool orders their borrowers.
///
/// The thread sanitizer watches the elements' fields, as it does in a user's program: each loan
/// must be ordered after the previous one, however the element passed from one borrower to the
/// next.
@Suite(.timeLimit(.minutes(5)))
struct PlainElementTests {
  /// Not `Sendable`, and nothing in it is atomic.
  final class Ledger {
    private(set) var entries = 0
    private(set) var pages: [Int] = []

    func write(_ entry: Int) {
      entries += 1
      if pages.count == 16 { pages.removeAll(keepingCapacity: true) }
      pages.append(entry)
    }
  }

  private static let rounds = 400
  /// So many that occasionally a task is resumed before it has suspended.
  private static let manyRounds = 8_000

  private func hooks(prepares: Bool) -> PoolHooks<Ledger> {
    var hooks = PoolHooks<Ledger>()
    if prepares { hooks.prepareForReuse = { $0.write(-1) } }
    return hooks
  }

  /// More tasks than elements, so that most elements go to a task that waits.
  @Test(
    arguments: [PoolConfiguration.ReuseOrder.nearest, .lastInFirstOut, .firstInFirstOut],
    [false, true])
  func tasksHandElementsToEachOther(order: PoolConfiguration.ReuseOrder, prepares: Bool)
    async throws
  {
    var configuration = PoolConfiguration.plain
    configuration.reuseOrder = order
    configuration.waitTimeout = nil
    let pool = BoundedPool(
      capacity: 2, configuration: configuration, hooks: hooks(prepares: prepares)
    ) { Ledger() }
    let written = Tally()
    try await withThrowingTaskGroup { group in
      for reader in 0..<8 {
        group.addTask {
          for round in 0..<Self.rounds {
            let loan = Task {
              try await pool.withElement { ledger in
                ledger.write(round)
                if (round + reader) % 5 == 0 { await Task.yield() }
                ledger.write(round)
                written.add(2)
              }
            }
            if (round + reader) % 7 == 0 { loan.cancel() }
            _ = await loan.result
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await entries(of: pool, prepares: prepares) >= written.count)
  }

  @Test func threadsAndTasksHandElementsToEachOther() async throws {
    var configuration = PoolConfiguration.plain
    configuration.waitTimeout = nil
    let pool = BoundedPool(capacity: 2, configuration: configuration) { Ledger() }
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          try await onThread {
            for round in 0..<Self.manyRounds { try pool.withElementBlocking { $0.write(round) } }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for round in 0..<Self.manyRounds { try await pool.withElement { $0.write(round) } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await entries(of: pool, prepares: false) == 6 * Self.manyRounds)
  }

  /// An asynchronous pool prepares its elements in tasks of its own.
  @Test func preparingTasksHandElementsOn() async throws {
    var hooks = AsyncPoolHooks<Ledger>()
    hooks.prepareForReuse = { ledger in
      ledger.write(0)
      await Task.yield()
    }
    hooks.destroy = { ledger, _ in ledger.write(0) }
    var configuration = PoolConfiguration.plain
    configuration.waitTimeout = nil
    configuration.expiration.maximumUses = 20
    let pool = BoundedPool(capacity: 2, configuration: configuration, hooks: hooks) { Ledger() }
    try await withThrowingTaskGroup { group in
      for _ in 0..<6 {
        group.addTask {
          for round in 0..<Self.rounds / 5 { try await pool.withElement { $0.write(round) } }
        }
      }
      try await group.waitForAll()
    }
    #expect(pool.snapshot.onLoan == 0)
  }

  /// A thread follows a hint to a slot that another has added, without any other synchronization:
  /// the two have not used a common lock since.
  @Test func aHintLeadsToAnAddedSlot() async throws {
    let pool = ElasticPool { Ledger() }
    let isReady = DispatchSemaphore(value: 0)
    let isAdded = DispatchSemaphore(value: 0)
    let isIdle = Flag()
    let isUsed = Flag()
    nonisolated(unsafe) var added: Ledger?  // guard: `isAdded`
    async let third = onThread {
      while !isIdle.value.load(ordering: .relaxed) {}
      defer { isUsed.value.store(true, ordering: .relaxed) }
      return pool.withElement { ledger in
        ledger.write(2)
        return ledger.entries
      }
    }
    async let second: Void = onThread {
      isReady.wait()
      added = pool.acquire()
      added?.write(1)
      isAdded.signal()
    }
    try await onThread {
      for round in 0..<400 { pool.withElement { $0.write(round) } }
      let first = pool.lease()
      isReady.signal()
      isAdded.wait()
      if let added { pool.release(added) }
      // Relaxed, so that it orders nothing else.
      isIdle.value.store(true, ordering: .relaxed)
      while !isUsed.value.load(ordering: .relaxed) {}
      first.release()
    }
    try await second
    #expect(try await third == 2)
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  /// The entries in the ledgers of all elements, once none is on loan.
  private func entries(of pool: BoundedPool<Ledger>, prepares: Bool) async throws -> Int {
    let first = try await pool.lease()
    var sum = first.element.entries
    if pool.snapshot.idle > 0, let second = pool.tryLease() { sum += second.element.entries }
    return sum
  }
}
