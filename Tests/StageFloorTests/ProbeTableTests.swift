import StageFloor
import TestSupport
import Testing

struct ProbeTableTests {
  /// Few hashes, so that they collide and searches run past each other's ends.
  @Test(.onSeparateThread, arguments: [UInt32(8), 64, 1 << 31])
  func findsWhatADictionaryFinds(hashes: UInt32) throws {
    try withEverySeed(in: 0..<10) { random in
      var table = ProbeTable()
      var model: [Int: UInt32] = [:]
      for step in 0..<2_000 {
        let number = Int.random(in: 0..<80, using: &random)
        if let hash = model[number] {
          if random.oneIn(2) {
            table.remove(number, hash: hash)
            model[number] = nil
          }
        } else {
          let hash = UInt32.random(in: 0..<hashes, using: &random) &* 0x9E37_79B9
          table.insert(number, hash: hash)
          model[number] = hash
        }
        try #require(table.count == model.count)
        for (number, hash) in model {
          try #require(
            table.find(hash) { $0 == number } == number, "\(random), step \(step), number \(number)"
          )
        }
        try #require(table.find(12_345) { _ in false } == nil)
      }
    }
  }

  @Test func asksOnlyAboutTheSameHash() {
    var table = ProbeTable()
    table.insert(1, hash: 5)
    table.insert(2, hash: 5 + (1 << 20))
    var asked: [Int] = []
    #expect(
      table.find(5) { number in
        asked.append(number)
        return false
      } == nil)
    #expect(asked == [1])
  }

  /// Numbers stand for themselves divided by four.
  @Test(arguments: [0, 10, 100, 1_000]) func aNumberThatStandsForTheSameIsNotAdded(expected: Int) {
    var table = ProbeTable(expecting: expected)
    for number in 0..<400 {
      let hash = UInt32(number / 4) &* 0x9E37_79B9 & ~1
      let isAdded = table.insert(number, hash: hash) { $0 / 4 == number / 4 }
      #expect(isAdded == (number % 4 == 0))
    }
    #expect(table.count == 100)
    for number in 0..<100 {
      let hash = UInt32(number) &* 0x9E37_79B9 & ~1
      #expect(table.find(hash) { $0 / 4 == number } == 4 * number)
    }
  }
}
