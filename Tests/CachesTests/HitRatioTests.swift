import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// The hit ratio of the policy for patterns of requests that suit different algorithms, small
/// enough for a test; `bench memory` compares with those algorithms.
struct HitRatioTests {
  /// Requests keys, and returns the share of hits, in percent.
  private func percent(capacity: Int, _ requests: [UInt32]) -> Int {
    100 * hits(capacity: capacity, requests).count { $0 } / requests.count
  }

  /// Requests keys, and returns for each request whether it hit.
  private func hits(capacity: Int, _ requests: [UInt32]) -> [Bool] {
    var policy = EvictionPolicy(maximumBytes: capacity, maximumCount: .max)
    var slots: [UInt32: Int] = [:]
    var keys = Array(repeating: UInt32(0), count: capacity)
    return requests.map { key in
      if let slot = slots[key] {
        policy.hit(slot)
        return true
      }
      // A hash in no obvious order.
      let hash = key &* 0x9E37_79B1
      let queue = policy.queue(forNew: 1, hash: hash)
      while let slot = policy.victim(toFit: 1) { slots[keys[slot]] = nil }
      let slot = policy.insert(1, hash: hash, at: queue)
      keys[slot] = key
      slots[key] = slot
      return false
    }
  }

  private func loop(_ range: Range<UInt32>, _ count: Int) -> [UInt32] {
    (0..<count).map { range.lowerBound + UInt32($0) % UInt32(range.count) }
  }

  /// Keys within a window that moves by one key every two requests.
  private func walk(_ window: UInt32, _ count: Int) -> [UInt32] {
    var random = SeededGenerator(seed: 1)
    return (0..<UInt32(count)).map { $0 / 2 + UInt32.random(in: 0..<window, using: &random) }
  }

  @Test func repeatedEntriesSurviveScansAlsoAfterRecencyCounted() {
    // The walk makes the small queue long. Then the repeated keys do not fit into the main queue
    // at first, until those that each scan drives out have moved the border.
    var requests = walk(3_450, 400_000)
    var scanned: UInt32 = 10_000_000
    for _ in 0..<10 {
      for _ in 0..<10 { requests += 5_000_000..<5_000_300 }
      requests += scanned..<scanned + 10_000
      scanned += 10_000
    }
    requests += 5_000_000..<5_000_300
    #expect(hits(capacity: 1_000, requests).suffix(300).allSatisfy { $0 })
  }

  @Test func loopLongerThanTheCapacityKeepsSomeEntries() {
    // Half of the keys fit. The least recently used entry would always be the next to be requested.
    let ratio = percent(capacity: 600, loop(0..<1_200, 100_000))
    #expect(ratio >= 45, "\(ratio)")
  }

  @Test func loopThatFitsIsKeptAfterAnother() {
    // Two loops in turn, each of which fits: what is kept of the other is soon replaced.
    let phases = (0..<16).flatMap { loop($0 % 2 == 0 ? 0..<400 : 400..<1_300, 6_250) }
    let ratio = percent(capacity: 1_000, phases)
    #expect(ratio >= 86, "\(ratio)")
  }

  @Test func recentEntriesAreKeptWhereOnlyRecencyCounts() {
    // All of the window fits, so every request but a key's first can hit.
    let requests = walk(690, 100_000)
    let first = 100 * Set(requests).count / requests.count
    let ratio = percent(capacity: 2_000, requests)
    #expect(ratio >= 100 - first - 2, "\(ratio) of \(100 - first)")
    let smaller = percent(capacity: 200, requests)
    #expect(smaller >= 23, "\(smaller)")
  }

  @Test func scanThatReadsEachKeyTwiceDoesNotEvictTheWorkingSet() {
    var random = SeededGenerator(seed: 2)
    var fresh: UInt32 = 1_000_000
    var requests: [UInt32] = []
    for _ in 0..<100 {
      for _ in 0..<500 { requests.append(UInt32.random(in: 0..<500, using: &random)) }
      for _ in 0..<500 {
        requests += [fresh, fresh]
        fresh += 1
      }
    }
    // A third of the requests are for the working set, a third read a new key again.
    let ratio = percent(capacity: 600, requests)
    #expect(ratio >= 62, "\(ratio)")
  }
}
