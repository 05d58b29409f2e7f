import StageFloor
import Synchronization
import TestSupport
import Testing

@testable import StagecraftPools

/// The cost of destroying many elements, in calls and moves that can be counted.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct TrimmingCostTests {
  /// A key that counts how often it is hashed.
  private struct CountedKey: Hashable, Sendable {
    let number: Int
    let hashings: Tally

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
      hashings.add()
      hasher.combine(number)
    }
  }

  /// Finding a key takes one hash, and removing it one for each neighbour that moves up.
  @Test(arguments: Sanitizer.running == nil ? [1_000, 16_000] : [1_000])
  func removingAKeyHashesItAFewTimes(count: Int) async throws {
    let hashings = Tally()
    let pool = KeyedPool(capacity: count, capacityPerKey: 1) { (key: CountedKey) in key.number }
    var leases: [OwnedLease<Int>] = []
    for number in 0..<count {
      leases.append(try await pool.ownedLease(for: CountedKey(number: number, hashings: hashings)))
    }
    for lease in leases { lease.release() }
    leases = []
    let before = hashings.count
    #expect(pool.trim(.all) == count)
    #expect(pool.directory.count == 0)
    #expect(hashings.count - before < 16 * count)
  }

  /// A directory that became sparse moves to a smaller buffer, only once: if it were as sparse
  /// afterwards, it would be copied for each key.
  @Test func aSparseDirectoryMovesOnce() {
    let directory = KeyDirectory<Int>()
    let entries = (0..<40_000).map { directory.entryMade(of: $0) }
    var moves = 0
    var capacity = directory.entries.capacity
    for entry in entries {
      directory.forget([entry])
      if directory.entries.capacity != capacity { moves += 1 }
      capacity = directory.entries.capacity
      #expect(capacity <= 1_024 || directory.count >= capacity / 8)
    }
    #expect(directory.count == 0)
    #expect((1...8).contains(moves))
  }

  /// The machine's tables move to smaller buffers a few times, not for each slot that is freed.
  @Test func tablesMoveAFewTimes() {
    var numbers = IndexAllocator()
    var table: [Int] = []
    let count = 100_000
    for _ in 0..<count { table.append(numbers.take()) }
    var moves = 0
    var capacity = table.capacity
    for number in (0..<count).reversed() {
      guard numbers.free(number) else { continue }
      table.shrink(to: numbers.count)
      if table.capacity != capacity { moves += 1 }
      capacity = table.capacity
    }
    #expect(table.count <= 64)
    #expect((1...12).contains(moves))
  }
}
