import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

struct GhostTableTests {
  /// A table in an object, whose mutating methods can be called in an expectation.
  private final class Ghost {
    private var table = GhostTable()
    var placeCount: Int { table.places.count }

    func remember(
      _ hash: UInt32, from origin: GhostTable.Origin = .small, used: UInt32 = 0, among count: Int
    ) {
      table.remember(hash, from: origin, used: used, among: count)
    }

    func recall(_ hash: UInt32, among count: Int) -> Bool { find(hash, among: count) != nil }

    func find(_ hash: UInt32, among count: Int) -> GhostTable.Ghost? {
      table.recall(hash, among: count)
    }
  }

  @Test func newTableRemembersNothing() {
    let ghost = Ghost()
    #expect(!ghost.recall(1, among: 10))
    #expect(ghost.placeCount == 0)
  }

  @Test func evictedHashIsRecalledOnce() {
    let ghost = Ghost()
    ghost.remember(7, among: 10)
    #expect(ghost.recall(7, among: 10))
    #expect(!ghost.recall(7, among: 10))
  }

  @Test func hashEvictedLongAgoIsForgotten() {
    let ghost = Ghost()
    for hash: UInt32 in 0..<20 { ghost.remember(hash &* 0x9E37_79B9, among: 10) }
    #expect(ghost.recall(19 &* 0x9E37_79B9, among: 10))
    #expect(!ghost.recall(2 &* 0x9E37_79B9, among: 10))
  }

  @Test func hashZeroIsRecalledLikeOthers() {
    let ghost = Ghost()
    #expect(!ghost.recall(0, among: 10))
    ghost.remember(0, among: 10)
    #expect(ghost.recall(0, among: 10))
  }

  @Test func fullBucketForgetsItsOldestHash() {
    let ghost = Ghost()
    // Hashes with the same low bits are in the same bucket.
    for number: UInt32 in 1...5 { ghost.remember(number << 16, among: 10) }
    #expect(!ghost.recall(1 << 16, among: 10))
    for number: UInt32 in 2...5 { #expect(ghost.recall(number << 16, among: 10)) }
  }

  @Test func sizeDependsOnTheCountOfTheCacheNotOfEvictions() {
    let ghost = Ghost()
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100_000 {
      ghost.remember(UInt32.random(in: 0 ... .max, using: &random), among: 100)
    }
    #expect(ghost.placeCount <= 256)
  }

  @Test func remembersMostOfAsManyHashesAsTheCacheHolds() {
    let ghost = Ghost()
    var random = SeededGenerator(seed: 2)
    let hashes = (0..<1_000).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
    for hash in hashes { ghost.remember(hash, among: 1_000) }
    let recalled = hashes.count { ghost.recall($0, among: 1_000) }
    #expect(recalled > 950, "\(recalled) with \(random)")
  }

  @Test func growingForgetsNoHash() {
    let ghost = Ghost()
    for number: UInt32 in 0..<8 { ghost.remember(number, among: 8) }
    ghost.remember(100, among: 1_000)
    for number: UInt32 in 0..<8 { #expect(ghost.recall(number, among: 1_000)) }
  }

  @Test func recalledEntryHasItsQueueAndTheTimeOfItsLastRequest() {
    let ghost = Ghost()
    ghost.remember(1, from: .small, used: 10, among: 10)
    ghost.remember(2, from: .main, used: 20, among: 10)
    #expect(ghost.find(2, among: 10) == GhostTable.Ghost(origin: .main, used: 20, weight: 1))
    #expect(ghost.find(1, among: 10) == GhostTable.Ghost(origin: .small, used: 10, weight: 1))
  }

  @Test func evictionsFromOneQueueDoNotMakeTheOtherForgotten() {
    let ghost = Ghost()
    ghost.remember(1, from: .main, among: 100)
    for number: UInt32 in 0..<1_000 {
      ghost.remember(number &* 0x9E37_79B9 | 4, from: .small, among: 100)
    }
    #expect(ghost.recall(1, among: 100))
  }

  @Test func rememberedEntriesAreSharedBetweenTheQueues() {
    let ghost = Ghost()
    // Half as many as the cache holds of the main queue, and the rest of the small one.
    for number: UInt32 in 0..<50 { ghost.remember(number, from: .main, among: 100) }
    for number: UInt32 in 100..<200 { ghost.remember(number, from: .small, among: 100) }
    #expect(!ghost.recall(148, among: 100))
    #expect(ghost.recall(149, among: 100))
    ghost.remember(50, from: .main, among: 100)
    #expect(!ghost.recall(0, among: 98))
    #expect(ghost.recall(1, among: 100))
  }

  @Test func returnWeighsMoreIfFewOfItsQueueAreRemembered() {
    let ghost = Ghost()
    for number: UInt32 in 0..<30 { ghost.remember(number, from: .small, among: 100) }
    for number: UInt32 in 30..<40 { ghost.remember(number, from: .main, among: 100) }
    #expect(ghost.find(30, among: 100)?.weight == 3)
    #expect(ghost.find(0, among: 100)?.weight == 1)
  }

  @Test func numbersOfEvictionsWrapAround() {
    // Not by evicting two thousand million entries: the arithmetic is that of one place.
    let place = GhostTable.Place(hash: 1, used: 0, departure: 0x7FFF_FFFF << 1)
    #expect(place.age(at: 1) == 2)
    #expect(place.relativeAge(at: (small: 1, main: 0)) == 2)
  }
}
