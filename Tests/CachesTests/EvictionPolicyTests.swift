import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// Conversations with the policy: what is inserted, and what is evicted for it.
final class EvictionPolicyTests {
  private var policy = EvictionPolicy(maximumBytes: 100, maximumCount: .max)

  private func insert(_ bytes: Int, _ hash: UInt32) -> (slot: Int, gone: [Int]) {
    policy.admit(bytes, hash)
  }

  /// Inserts entries that are hit often enough to join the main queue, and evicts a large one so
  /// that they do; returns their slots.
  private func insertInMain(_ bytes: Int, _ hashes: [UInt32]) -> [Int] {
    let slots = hashes.map { insert(bytes, $0).slot }
    for slot in slots + slots { policy.hit(slot) }
    let filler = insert(100 - policy.bytes, 1_000).slot
    let gone = insert(1, 1_001)
    #expect(gone.gone == [filler])
    policy.remove(gone.slot)
    #expect(policy.mainSlots == slots && policy.smallSlots == [])
    return slots
  }

  private func victim(toFit bytes: Int) -> Int? { policy.victim(toFit: bytes) }

  @Test func newEntryJoinsSmallQueue() {
    let slot = insert(10, 1).slot
    #expect(policy.smallSlots == [slot] && policy.mainSlots.isEmpty)
    #expect(policy.bytes == 10 && policy.count == 1)
  }

  @Test func oldestEntryOfSmallQueueIsEvictedFirst() {
    let first = insert(50, 1).slot
    let second = insert(50, 2).slot
    let third = insert(20, 3)
    #expect(third.gone == [first])
    #expect(policy.smallSlots == [second, third.slot])
  }

  @Test func evictsAsManyEntriesAsNeeded() {
    let slots = (1...10).map { insert(10, $0).slot }
    #expect(insert(35, 20).gone == Array(slots[0..<4]))
    #expect(policy.bytes == 95)
  }

  @Test func hitEntryMovesToMainQueueInsteadOfBeingEvicted() {
    let first = insert(50, 1).slot
    let second = insert(50, 2).slot
    policy.hit(first)
    policy.hit(first)
    #expect(insert(10, 3).gone == [second])
    #expect(policy.mainSlots == [first])
  }

  @Test func entryReadTwiceInAScanDoesNotMoveToMainQueue() {
    let first = insert(50, 1).slot
    _ = insert(50, 2)
    // Inserted when it was requested first; this is the second time.
    policy.hit(first)
    #expect(insert(10, 3).gone == [first])
    #expect(policy.mainSlots == [])
  }

  @Test func entryThatReturnsSoonJoinsMainQueue() {
    let first = insert(60, 1).slot
    #expect(insert(50, 2).gone == [first])
    let again = insert(10, 1).slot
    #expect(policy.mainSlots == [again])
  }

  @Test func entryThatReturnsLateIsNew() {
    _ = insert(100, 1)
    for hash: UInt32 in 2...40 { _ = insert(100, hash) }
    let again = insert(10, 1).slot
    #expect(policy.smallSlots == [again])
  }

  @Test func hitEntryOfMainQueueIsReinserted() {
    let slots = insertInMain(30, [1, 2, 3])
    policy.hit(slots[0])
    policy.hit(slots[0])
    policy.hit(slots[1])
    #expect(insert(30, 50).gone == [slots[2]])
    // Each reinsertion uses up one hit.
    #expect(policy.mainSlots == [slots[0], slots[1]])
  }

  @Test func hitsAreCountedUpToThree() {
    let slot = insert(10, 1).slot
    for _ in 0..<10 { policy.hit(slot) }
    #expect(policy.records[slot].hits == 3)
  }

  @Test func tooLargeEntryIsNotAccepted() {
    #expect(policy.accepts(100) && !policy.accepts(101) && policy.accepts(0))
    #expect(!EvictionPolicy(maximumBytes: 100, maximumCount: 0).accepts(0))
  }

  @Test func replacedEntryBecomesTheNewestAndCountsAsHit() throws {
    let first = insert(40, 1).slot
    let second = insert(40, 2).slot
    let place = policy.withdraw(first)
    #expect(place == .small && policy.bytes == 40)
    #expect(victim(toFit: 60) == nil)
    policy.reinsert(first, 60, at: place)
    #expect(policy.smallSlots == [second, first] && policy.bytes == 100)
    #expect(policy.records[first].hits == 1)
    try policy.checkInvariants("replaced")
  }

  @Test func entryBeingReplacedIsNotEvicted() {
    let first = insert(50, 1).slot
    let second = insert(50, 2).slot
    let place = policy.withdraw(first)
    #expect(victim(toFit: 100) == second)
    #expect(victim(toFit: 100) == nil)
    policy.reinsert(first, 100, at: place)
    #expect(policy.bytes == 100 && policy.count == 1)
  }

  @Test func freeSlotIsReused() {
    let first = insert(10, 1).slot
    policy.remove(first)
    #expect(insert(10, 2).slot == first)
    #expect(policy.slotCount == 1)
  }

  @Test func maximumCountLimitsTheEntries() {
    policy = EvictionPolicy(maximumBytes: .max, maximumCount: 2)
    let first = insert(1 << 40, 1).slot
    _ = insert(0, 2)
    #expect(insert(5, 3).gone == [first])
  }

  @Test func shrinkingEvictsTheColdestFirst() {
    // Two entries in the main queue, one of them with a hit; three in the small queue.
    let slots = insertInMain(20, [1, 2])
    let (cold, warm) = (slots[0], slots[1])
    policy.hit(warm)
    let new = (10...12).map { insert(20, $0).slot }
    var order: [Int] = []
    while let slot = policy.victim(toShrinkTo: 0) { order.append(slot) }
    #expect(order == new + [cold, warm])
    #expect(policy.bytes == 0 && policy.count == 0)
  }

  @Test func shrinkingEvictsTheColdestFirstAlsoWithLongSmallQueue() {
    let warm = insertInMain(20, [1, 2])
    for slot in warm { policy.hit(slot) }
    policy.smallShare = EvictionPolicy.shares.upperBound
    let new = (10...12).map { insert(20, $0).slot }
    let order = (0..<3).map { _ in policy.victim(toShrinkTo: 40) }
    #expect(order == new)
  }

  @Test func entryEvictedByShrinkingJoinsMainQueueWhenItReturns() {
    _ = insert(100, 1)
    _ = insert(100, 2)
    let proven = insert(20, 1).slot
    #expect(policy.mainSlots == [proven])
    while policy.victim(toShrinkTo: 1) != nil {}
    let again = insert(20, 1).slot
    #expect(policy.mainSlots == [again])
    // The hashes of evicted entries are forgotten with the last entry.
    while policy.victim(toShrinkTo: 0) != nil {}
    let last = insert(20, 1).slot
    #expect(policy.mainSlots == [] && policy.smallSlots == [last])
  }

  @Test func removeAllLeavesNoEntriesAndNoGhosts() {
    for hash: UInt32 in 1...5 { _ = insert(60, hash) }
    policy.removeAll()
    #expect(policy.count == 0 && policy.bytes == 0 && policy.slotCount == 0)
    let again = insert(20, 4).slot
    #expect(policy.smallSlots == [again])
  }
}
