import StagecraftPools
@_spi(Store) import StagecraftTestKit
import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// Real time, several objects, and a store that loses requests and answers.
@Suite("Shared pools under stress", .timeLimit(.minutes(3)))
struct SharedPoolStressTests {
  struct Shelf {
    var holders: [String: Int] = [:]
    var overlaps = 0
    var loans = 0
    var fences: [String: Fence] = [:]
    var regressions = 0
  }

  @Test("No resource has two holders, fences grow, and nothing is lost", arguments: [1, 2, 3])
  func noOverlap(seed: UInt64) async throws {
    let faults = FaultStore(MemoryLeaseStore())
    let shelf = Locked(Shelf())
    var configuration = SharedPoolConfiguration()
    configuration.firstRetryPause = .milliseconds(1)
    configuration.longestRetryPause = .milliseconds(5)
    var pools: [SharedPool<String>] = []
    for _ in 0..<3 {
      pools.append(
        try await SharedPool(
          "books", at: faults, configuration: configuration))
    }
    for copy in 0..<3 { try await pools[0].add("", named: "copy-\(copy)") }
    faults.scatterFaults(oneIn: 8, seed: seed)

    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<12 {
        let pool = pools[worker % 3]
        group.addTask {
          var generator = SeededGenerator(seed: seed &* 100 &+ UInt64(worker))
          for _ in 0..<25 {
            let wants = [Want(count: generator.oneIn(4) ? 2 : 1)]
            let loan = Task {
              try await pool.withLeases(wants) { leases in
                for lease in leases { shelf.update { $0.enter(lease) } }
                await Task.yield()
                for lease in leases { shelf.update { $0.leave(lease) } }
              }
            }
            if generator.oneIn(3) { loan.cancel() }
            _ = await loan.result
          }
        }
      }
    }
    for pool in pools { await pool.close() }
    faults.scatterFaults(oneIn: 1_000_000, seed: seed)
    let keeper = try await SharedPool("books", at: faults)
    let report = try await keeper.report()
    #expect(report.count(of: .free) == 3 && report.waiting == 0, "seed \(seed)")
    #expect(shelf.value.overlaps == 0 && shelf.value.regressions == 0, "seed \(seed)")
    #expect(shelf.value.loans > 100, "seed \(seed)")
    #expect(pools.allSatisfy { $0.counts.lost == 0 }, "seed \(seed)")
  }
}

extension SharedPoolStressTests.Shelf {
  mutating func enter(_ lease: FencedLease<String>) {
    holders[lease.name, default: 0] += 1
    loans += 1
    if holders[lease.name] != 1 { overlaps += 1 }
    if let last = fences[lease.name], last >= lease.fence { regressions += 1 }
    fences[lease.name] = lease.fence
  }

  mutating func leave(_ lease: FencedLease<String>) { holders[lease.name, default: 0] -= 1 }
}
