import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

struct SlotIndexTests {
  /// Few different hashes, so that many entries collide.
  @Test(.apart, arguments: [UInt32(8), 64, 1 << 31])
  func findsTheSameEntriesAsADictionary(hashes: UInt32) throws {
    try withEverySeed(in: 0..<10) { random in
      var index = SlotIndex()
      var model: [Int: UInt32] = [:]
      for step in 0..<2_000 {
        let slot = Int.random(in: 0..<80, using: &random)
        if let hash = model[slot] {
          if random.oneIn(2) {
            index.remove(slot, hash: hash)
            model[slot] = nil
          }
        } else {
          let hash = UInt32.random(in: 0..<hashes, using: &random) &* 0x9E37_79B9
          index.insert(slot, hash: hash)
          model[slot] = hash
        }
        try #require(index.count == model.count)
        for (slot, hash) in model {
          try #require(
            index.slot(hash) { $0 == slot } == slot, "\(random), step \(step), slot \(slot)")
        }
        try #require(index.slot(12_345) { _ in false } == nil)
      }
    }
  }

  @Test func comparesOnlyEntriesWithTheSameHash() {
    var index = SlotIndex()
    index.insert(1, hash: 5)
    index.insert(2, hash: 5 + (1 << 20))
    var asked: [Int] = []
    #expect(
      index.slot(5) { slot in
        asked.append(slot)
        return false
      } == nil)
    #expect(asked == [1])
  }
}
