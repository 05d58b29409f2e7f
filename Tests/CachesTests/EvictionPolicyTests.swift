import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// Scenarios for the policy: what is inserted, and what is evicted for it.
final class EvictionPolicyTests {
  private var policy = EvictionPolicy(maximumBytes: 100, maximumCount: .max)

  /// Makes room, and inserts: the slot, and the evicted entries.
  private func insert(_ bytes: Int, _ hash: UInt32) -> (slot: Int, gone: [Int]) {
    var gone: [Int] = []
    while let slot = policy.victim(toFit: bytes) { gone.append(slot) }
    return (policy.insert(bytes, hash: hash), gone)
  }

  private func victim(toFit bytes: Int) -> Int? { policy.victim(toFit: bytes) }

  @Test func aNewEntryStandsAmongTheNew() {
    let slot = insert(10, 1).slot
    #expect(policy.smallSlots == [slot] && policy.mainSlots.isEmpty)
    #expect(policy.bytes == 10 && policy.count == 1)
  }

  @Test func theOldestOfTheNewLeavesFirst() {
    let first = insert(50, 1).slot
    let second = insert(50, 2).slot
    let third = insert(20, 3)
    #expect(third.gone == [first])
    #expect(policy.smallSlots == [second, third.slot])
  }

  @Test func asManyLeaveAsItTakes() {
    let slots = (1...10).map { insert(10, $0).slot }
    #expect(insert(35, 20).gone == Array(slots[0..<4]))
    #expect(policy.bytes == 95)
  }

  @Test func hitEntryMovesToMainQueueInsteadOfBeingEvicted() {
    let first = insert(50, 1).slot
    let second = insert(50, 2).slot
    policy.hit(first)
    #expect(insert(10, 3).gone == [second])
    #expect(policy.mainSlots == [first])
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

  @Test func aHitInTheMainQueueIsAnotherTurn() {
    // Three prove themselves by returning.
    for hash: UInt32 in 1...3 { _ = insert(100, hash) }
    _ = insert(100, 4)
    let slots = (1...3).map { insert(30, UInt32($0)).slot }
    #expect(policy.mainSlots == slots)
    policy.hit(slots[0])
    policy.hit(slots[0])
    policy.hit(slots[1])
    #expect(insert(30, 50).gone == [slots[2]])
    // The first used one of its two turns, the second its only one.
    #expect(policy.mainSlots == [slots[0], slots[1]])
  }

  @Test func aFourthHitIsNotCounted() {
    let slot = insert(10, 1).slot
    for _ in 0..<10 { policy.hit(slot) }
    #expect(policy.records[slot].hits == 3)
  }

  @Test func tooLargeEntryIsNotAccepted() {
    #expect(policy.accepts(100) && !policy.accepts(101) && policy.accepts(0))
    #expect(!EvictionPolicy(maximumBytes: 100, maximumCount: 0).accepts(0))
  }

  @Test func replacingMakesTheNewestAndCountsAsAHit() throws {
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

  @Test func aFreeSlotIsUsedAgain() {
    let first = insert(10, 1).slot
    policy.remove(first)
    #expect(insert(10, 2).slot == first)
    #expect(policy.slotCount == 1)
  }

  @Test func theNumberOfEntriesIsALimitToo() {
    policy = EvictionPolicy(maximumBytes: .max, maximumCount: 2)
    let first = insert(1 << 40, 1).slot
    _ = insert(0, 2)
    #expect(insert(5, 3).gone == [first])
  }

  @Test func shrinkingTakesTheColdestFirst() {
    // Two are proven and one of them is warm; three are new.
    for hash: UInt32 in 1...2 { _ = insert(100, hash) }
    _ = insert(100, 3)
    let cold = insert(20, 1).slot
    let warm = insert(20, 2).slot
    policy.hit(warm)
    let new = (10...12).map { insert(20, $0).slot }
    var order: [Int] = []
    while let slot = policy.victim(toShrinkTo: 0) { order.append(slot) }
    #expect(order == new + [cold, warm])
    #expect(policy.bytes == 0 && policy.count == 0)
  }

  @Test func entryEvictedByShrinkingJoinsMainQueueWhenItReturns() {
    _ = insert(100, 1)
    _ = insert(100, 2)
    let proven = insert(20, 1).slot
    #expect(policy.mainSlots == [proven])
    while policy.victim(toShrinkTo: 1) != nil {}
    let again = insert(20, 1).slot
    #expect(policy.mainSlots == [again])
    // With the last of it nothing is remembered, which would take memory.
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
