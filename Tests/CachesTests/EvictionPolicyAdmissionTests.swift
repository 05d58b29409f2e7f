import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// Which evicted entries join the main queue when they return, and how the small queue adapts.
final class EvictionPolicyAdmissionTests {
  private var policy = EvictionPolicy(maximumBytes: 10, maximumCount: .max)

  private func insert(_ hashes: UInt32...) { for hash in hashes { _ = policy.admit(1, hash) } }

  private func hashes(_ slots: [Int]) -> [UInt32] { slots.map { policy.hash(of: $0) } }

  /// Fills the main queue with the entries 1 to 9, requested at the same time, and the small one
  /// with the entry 10.
  private func fill() {
    insert(1, 2, 3, 4, 5, 6, 7, 8, 9)
    for _ in 1...2 { for slot in policy.smallSlots { policy.hit(slot) } }
    insert(100, 10)
    #expect(hashes(policy.mainSlots) == Array(1...9))
    #expect(hashes(policy.smallSlots) == [10])
  }

  @Test func returningEntryJoinsMainQueueInPlaceOfAColderOne() {
    fill()
    insert(11, 10)
    // All others have been unused for longer, and the first of them is evicted.
    #expect(hashes(policy.mainSlots) == Array(2...10))
    #expect(hashes(policy.smallSlots) == [11])
  }

  @Test func returningEntryIsNewIfMainQueueHoldsNothingColder() {
    fill()
    insert(11)
    for slot in policy.mainSlots { policy.hit(slot) }
    insert(10)
    #expect(hashes(policy.mainSlots) == [2, 3, 4, 5, 6, 7, 8, 9, 1])
    #expect(hashes(policy.smallSlots) == [10])
  }

  @Test func returnToSmallQueueMakesItLonger() {
    fill()
    insert(11, 10)
    #expect(policy.smallShare == 0.2)
  }

  @Test func refusedReturnMakesSmallQueueShorter() {
    fill()
    insert(11)
    for slot in policy.mainSlots { policy.hit(slot) }
    insert(10)
    #expect(policy.smallShare == EvictionPolicy.shares.lowerBound)
  }

  @Test func returnToMainQueueMakesSmallQueueShorter() {
    insert(1, 2, 3, 4, 5, 6, 7, 8, 9)
    for slot in policy.smallSlots.dropFirst(2) { for _ in 1...2 { policy.hit(slot) } }
    insert(100)
    for slot in policy.smallSlots.prefix(2) { for _ in 1...2 { policy.hit(slot) } }
    insert(10)
    #expect(hashes(policy.mainSlots) == Array(1...9))
    // The small queue is to be longer, so the main one shrinks, by entries used after the others.
    policy.smallShare = 0.9
    insert(11, 12)
    #expect(hashes(policy.mainSlots) == Array(3...9))
    insert(1)
    #expect(hashes(policy.mainSlots).last == 1)
    #expect(abs(policy.smallShare - 0.5) < 0.001)
  }

  @Test func cacheThatIsNotFullDoesNotAdapt() {
    fill()
    // Pressure evicts most of them, and they return.
    while policy.bytes > 2, policy.victim(toShrinkTo: 2) != nil {}
    insert(1, 2, 3, 4, 5)
    #expect(policy.smallShare == EvictionPolicy.firstShare)
  }

  @Test func borderStaysWithinItsLimits() throws {
    policy.smallShare = EvictionPolicy.shares.upperBound
    let limits = [Int.max, 1 << 40, 1, 0]
    for limit in limits { #expect((0...limit).contains(policy.smallPart(of: limit))) }
    for round: UInt32 in 0..<100 {
      insert(round % 12)
      try policy.checkInvariants("round \(round)")
    }
  }

  @Test func clockWrapsAround() {
    policy.now = 0 &- 5 &* EvictionPolicy.tick
    fill()
    #expect(policy.now < 100 * EvictionPolicy.tick)
    insert(11, 10)
    #expect(hashes(policy.mainSlots) == Array(2...10))
  }

  @Test func forgetsWhatItLearntWhenEmptied() {
    fill()
    insert(11, 10)
    policy.removeAll()
    #expect(policy.smallShare == EvictionPolicy.firstShare)
  }
}
