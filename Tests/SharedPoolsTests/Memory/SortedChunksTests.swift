import TestSupport
import Testing

@testable import StagecraftSharedPools

@Suite("A sorted set in chunks")
struct SortedChunksTests {
  @Test("agrees with a sorted array")
  func model() throws {
    try withEverySeed(in: 0..<4) { generator in
      var chunks = SortedChunks<Int>()
      var model: [Int] = []
      // Grows, and then shrinks to nothing.
      for step in 0..<6_000 {
        let element = Int.random(in: 0..<2_000, using: &generator)
        if let index = model.firstIndex(of: element) {
          if step > 2_000 || generator.oneIn(3) {
            model.remove(at: index)
            let wasRemoved = chunks.remove(element)
            try #require(wasRemoved)
          }
        } else if step < 4_000 {
          model.append(element)
          model.sort()
          chunks.insert(element)
        } else {
          let wasRemoved = chunks.remove(element)
          try #require(!wasRemoved)
        }
        try #require(chunks.count == model.count)
        try #require(chunks.first == model.first)
        try #require(chunks.first(after: element) == model.first { $0 > element })
        if step.isMultiple(of: 100) { try #require(Array(chunks) == model) }
      }
      for element in model { chunks.remove(element) }
      try #require(chunks.isEmpty && Array(chunks).isEmpty)
    }
  }

  @Test("keeps rising insertions and removals from the front cheap")
  func queue() {
    var chunks = SortedChunks<Int>()
    for element in 0..<10_000 { chunks.insert(element) }
    for element in 0..<10_000 {
      #expect(chunks.first == element)
      chunks.remove(element)
    }
    #expect(chunks.isEmpty)
  }
}
