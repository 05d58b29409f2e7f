import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

struct GhostTableTests {
  /// A table in an object, whose mutating methods can be called in an expectation.
  private final class Ghost {
    private var table = GhostTable()
    var places: [UInt64] { table.places }
    func remember(_ hash: UInt32, among count: Int) { table.remember(hash, among: count) }
    func recall(_ hash: UInt32, among count: Int) -> Bool { table.recall(hash, among: count) }
  }

  @Test func newTableRemembersNothing() {
    let ghost = Ghost()
    #expect(!ghost.recall(1, among: 10))
    #expect(ghost.places.isEmpty)
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
    #expect(ghost.places.count <= 512)
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
}
