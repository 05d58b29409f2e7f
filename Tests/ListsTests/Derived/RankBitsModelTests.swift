import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct RankBitsModelTests {
  @Test(arguments: [0, 40, 3_000])
  func countsMatchAnArray(count: Int) throws {
    try withEverySeed(in: 0..<4) { generator in
      var model = (0..<count).map { _ in generator.oneIn(3) }
      var bits = RankBits(model)
      for step in 0..<3_000 {
        // Grows, shrinks to nothing, and grows again.
        let grows = Int.random(in: 0..<10, using: &generator) < [8, 1, 7][step / 1_000]
        if grows || model.isEmpty {
          let place =
            generator.oneIn(2)
            ? model.count / 2 : Int.random(in: 0...model.count, using: &generator)
          let bit = generator.oneIn(2)
          model.insert(bit, at: place)
          bits.insert(bit, at: place)
        } else {
          let place = Int.random(in: model.indices, using: &generator)
          #expect(bits.remove(at: place) == model.remove(at: place), "\(Labels.text)")
        }
        if let place = model.indices.randomElement(using: &generator) {
          model[place].toggle()
          bits[place].toggle()
        }
        let place = Int.random(in: 0...model.count, using: &generator)
        let rank = model[..<place].reduce(0) { $0 + ($1 ? 1 : 0) }
        if bits.rank(before: place) != rank || bits.count != model.count {
          Issue.record("step \(step), \(Labels.text)")
          return
        }
      }
      #expect(bits.all == model, "\(Labels.text)")
      #expect(bits.rank == model.count { $0 }, "\(Labels.text)")
    }
  }

  @Test
  func fullChunkIsSplitAtAnyPosition() throws {
    try withEvery("place", in: [0, 1, 63, 64, 511, 512, 513, 1_023, 1_024]) { place in
      var bits = RankBits()
      for index in 0..<1_024 { bits.insert(index % 3 == 0, at: index) }
      bits.insert(true, at: place)
      var model = (0..<1_024).map { $0 % 3 == 0 }
      model.insert(true, at: place)
      #expect(bits.all == model, "\(Labels.text)")
    }
  }
}
