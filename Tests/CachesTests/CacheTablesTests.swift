import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// The memory of the tables after most values are gone.
struct CacheTablesTests {
  private func expectSmallTables(_ covers: PurgeableCache<Int, Cover>, atMost limit: Int) {
    #expect(covers.state.pointee.capacity <= limit)
    #expect(covers.state.pointee.index.capacity <= limit)
    #expect(covers.state.pointee.policy.slotCount <= limit)
    #expect(covers.state.pointee.policy.ghost.places.count <= 2 * limit)
  }

  /// The tables of the largest number of values that a cache ever had were kept.
  @Test func tablesShrinkAfterAScanOfSmallValues() {
    let covers = makeCovers(limit: 1_000_000)
    for book in 0..<100_000 { covers[book] = Cover(book: book, bytes: 10) }
    #expect(covers.state.pointee.capacity >= 100_000)
    for book in 200_000..<200_100 { covers[book] = Cover(book: book, bytes: 20_000) }
    #expect(covers.count == 50)
    expectSmallTables(covers, atMost: 512)
    for book in 200_050..<200_100 { #expect(covers[book]?.book == book) }
  }

  @Test func tablesShrinkWhileValuesAreRemovedOneByOne() {
    let covers = makeCovers(limit: 1_000_000)
    for book in 0..<10_000 { covers[book] = Cover(book: book, bytes: 10) }
    for book in 0..<9_990 { #expect(covers.remove(book)?.book == book) }
    expectSmallTables(covers, atMost: 512)
    for book in 9_990..<10_000 { #expect(covers[book]?.book == book) }
  }

  @Test func tablesShrinkUnderPressure() {
    let covers = makeCovers(limit: 1_000_000)
    for book in 0..<10_000 { covers[book] = Cover(book: book, bytes: 10) }
    #expect(covers.shrink(to: 1_000) == 99_000)
    expectSmallTables(covers, atMost: 512)
    #expect((0..<10_000).count { covers[$0] != nil } == 100)
  }

  /// What is evicted next, what is remembered and how the queues share the capacity are unchanged.
  @Test func compactingKeepsTheOrderAndTheMemory() throws {
    try withEverySeed(in: 0..<200) { generator in
      var policy = EvictionPolicy(maximumBytes: 4_000, maximumCount: .max)
      var hashes: [Int: UInt32] = [:]
      for hash in 0..<UInt32(Int.random(in: 1...1_500, using: &generator)) {
        let (slot, gone) = policy.admit(1 + Int(hash) % 5, hash)
        for slot in gone { hashes[slot] = nil }
        hashes[slot] = hash
        if let used = hashes.keys.min(), generator.oneIn(3) { policy.hit(used) }
      }
      while policy.count > 60, let slot = policy.victim(toShrinkTo: 100) { hashes[slot] = nil }
      let former = policy
      var moved: [Int: UInt32] = [:]
      _ = policy.compact { moved[$1] = hashes[$0] }
      try policy.checkInvariants(Labels.text)
      #expect(policy.slotCount == policy.count, "\(Labels.text)")
      #expect(moved.count == former.count && moved.values.sorted() == hashes.values.sorted())
      #expect(policy.smallSlots.map { moved[$0] } == former.smallSlots.map { hashes[$0] })
      #expect(policy.mainSlots.map { moved[$0] } == former.mainSlots.map { hashes[$0] })
      #expect(policy.smallShare == former.smallShare && policy.now == former.now)
      // Most of the last evicted ones return in the same way; some lose their place to others.
      var (remembered, found) = (0, 0)
      for hash: UInt32 in 0..<1_500 {
        var (one, other) = (former.ghost, policy.ghost)
        guard let ghost = one.recall(hash, among: former.count) else { continue }
        remembered += 1
        guard let same = other.recall(hash, among: policy.count) else { continue }
        #expect(same == ghost, "\(Labels.text)")
        found += 1
      }
      #expect(2 * found >= remembered, "\(Labels.text)")
    }
  }

  @Test func valuesAreFoundWhateverTheTablesDo() throws {
    try withEverySeed(in: 0..<20) { generator in
      let covers = makeCovers(limit: 60_000)
      for round in 0..<6 {
        let bytes = round.isMultiple(of: 2) ? 10 : 2_000
        for _ in 0..<4_000 {
          let book = Int.random(in: 0...20_000, using: &generator)
          switch Int.random(in: 0...5, using: &generator) {
          case 0: if let cover = covers[book] { #expect(cover.book == book, "\(Labels.text)") }
          case 1: covers.remove(book)
          default: covers[book] = Cover(book: book, bytes: bytes)
          }
        }
        let kept = (0...20_000).compactMap { covers[$0] }
        #expect(kept.count == covers.count, "\(Labels.text)")
        #expect(kept.reduce(0) { $0 + $1.bytes } == covers.bytes, "\(Labels.text)")
      }
    }
  }
}
