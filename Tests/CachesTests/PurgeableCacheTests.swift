import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

struct PurgeableCacheTests {
  @Test func insertedValueIsFound() {
    let covers = makeCovers(limit: 100)
    #expect(covers[1] == nil)
    #expect(covers.insert(Cover(book: 1, bytes: 40), for: 1))
    #expect(covers[1] == Cover(book: 1, bytes: 40))
    #expect(covers.contains(1) && !covers.contains(2))
    let statistics = covers.statistics
    #expect(statistics.hits == 1 && statistics.misses == 1 && statistics.hitRatio == 0.5)
    #expect(statistics.count == 1 && statistics.bytes == 40)
    #expect(covers.bytes == 40 && covers.count == 1)
  }

  @Test func settingReplacesAndSettingNilRemoves() {
    let covers = makeCovers(limit: 100)
    covers[1] = Cover(book: 1, bytes: 40)
    covers[1] = Cover(book: 1, bytes: 70)
    #expect(covers.bytes == 70 && covers.count == 1)
    covers[1] = nil
    #expect(covers.bytes == 0 && covers[1] == nil)
    #expect(covers.statistics.evictions == 0)
  }

  @Test func removingReturnsTheValue() {
    let covers = makeCovers(limit: 100)
    covers[1] = Cover(book: 1, bytes: 40)
    #expect(covers.remove(1) == Cover(book: 1, bytes: 40))
    #expect(covers.remove(1) == nil)
  }

  @Test func valueLargerThanTheLimitIsRefused() throws {
    let covers = makeCovers(limit: 100)
    #expect(!covers.insert(Cover(book: 1, bytes: 101), for: 1))
    #expect(covers.count == 0 && covers.statistics.refusals == 1)
    // A created value is returned nevertheless.
    #expect(try covers.value(for: 2) { Cover(book: 2, bytes: 500) }.bytes == 500)
    #expect(covers.count == 0)
  }

  @Test func refusedValueRemovesThePreviousOne() {
    let covers = makeCovers(limit: 100)
    covers[1] = Cover(book: 1, bytes: 10)
    covers[1] = Cover(book: 1, bytes: 101)
    #expect(covers[1] == nil && covers.bytes == 0)
  }

  @Test func cacheWithMaximumCountZeroKeepsNothing() {
    let covers = makeCovers(limit: 10, maximumCount: 0)
    covers[1] = Cover(book: 1, bytes: 1)
    #expect(covers.count == 0)
    #expect(covers.shrink(to: 0) == 0)
  }

  @Test func removeAllLeavesNoEntries() {
    let covers = makeCovers(limit: 10_000)
    for book in 0..<100 { covers[book] = Cover(book: book, bytes: 10) }
    covers.removeAll()
    #expect(covers.count == 0 && covers.bytes == 0)
    #expect((0..<100).allSatisfy { covers[$0] == nil })
    covers[5] = Cover(book: 5, bytes: 1)
    #expect(covers[5] != nil)
  }

  @Test func failedCreationThrowsAndKeepsNothing() throws {
    let covers = makeCovers(limit: 100)
    #expect(throws: CoverError(book: 3)) {
      try covers.value(for: 3) { throw CoverError(book: 3) }
    }
    #expect(covers[3] == nil)
    #expect(try covers.value(for: 3) { Cover(book: 3, bytes: 7) }.bytes == 7)
    #expect(covers[3]?.bytes == 7)
  }

  @Test func creationMayUseTheCache() throws {
    let covers = makeCovers(limit: 100)
    let cover = try covers.value(for: 1) {
      covers[7] = Cover(book: 7, bytes: 3)
      let other = try covers.value(for: 2) { Cover(book: 2, bytes: 5) }
      covers.shrink(to: 4)
      return Cover(book: 1, bytes: other.bytes + 1)
    }
    #expect(cover.bytes == 6 && covers[1] == cover)
  }

  @Test func sizeFunctionMayUseTheCache() {
    let box = Locked<PurgeableCache<Int, Cover>?>(nil)
    let covers = PurgeableCache<Int, Cover>("covers", limit: 100, under: nil) { cover in
      if cover.book > 0 { box.value?[cover.book - 1] = Cover(book: cover.book - 1, bytes: 1) }
      return cover.bytes
    }
    box.update { $0 = covers }
    covers[3] = Cover(book: 3, bytes: 2)
    #expect(covers.count == 4 && covers.bytes == 5)
    box.update { $0 = nil }
  }

  @Test func valueSetDuringCreationStays() throws {
    let covers = makeCovers(limit: 100)
    let made = try covers.value(for: 1) {
      covers[1] = Cover(book: 1, bytes: 9)
      return Cover(book: 1, bytes: 5)
    }
    #expect(made.bytes == 5)
    #expect(covers[1]?.bytes == 9)
  }

  @Test func valueRemovedDuringCreationIsNotKept() throws {
    let covers = makeCovers(limit: 100)
    #expect(
      try covers.value(for: 1) {
        covers.remove(1)
        return Cover(book: 1, bytes: 5)
      }.bytes == 5)
    #expect(covers[1] == nil)
    _ = try covers.value(for: 2) {
      covers.removeAll()
      return Cover(book: 2, bytes: 5)
    }
    #expect(covers[2] == nil)
  }

  @Test func requestingAKeyDuringItsCreationTraps() async {
    await #expect(processExitsWith: .failure) {
      let covers = makeCovers(limit: 100)
      _ = try covers.value(for: 1) { try covers.value(for: 1) { Cover(book: 1, bytes: 1) } }
    }
  }

  @Test func negativeSizeTraps() async {
    await #expect(processExitsWith: .failure) {
      let covers = makeCovers(limit: 100)
      covers[1] = Cover(book: 1, bytes: -1)
    }
  }

  /// A cache may evict a value, but never returns an outdated one.
  @Test(arguments: [(500, Int.max), (5_000, 40), (100_000, Int.max)])
  func returnsOnlyTheValueThatWasSetLast(limit: Int, maximumCount: Int) throws {
    try withEverySeed(in: 0..<8) { random in
      let covers = makeCovers(limit: limit, maximumCount: maximumCount)
      var latest: [Int: Cover] = [:]
      for step in 0..<4_000 {
        let comment = "\(random), step \(step)"
        let book = Int.random(in: 0..<150, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40:
          let cover = Cover(book: book, bytes: Int.random(in: 0...120, using: &random))
          covers[book] = cover
          latest[book] = cover
          try #require(covers.contains(book) == (cover.bytes <= limit), "\(comment)")
        case 40..<85:
          if let cover = covers[book] { try #require(cover == latest[book], "\(comment)") }
        case 85..<92:
          covers.remove(book)
          latest[book] = nil
        case 92..<99:
          let (before, wanted) = (covers.bytes, Int.random(in: 0...200, using: &random))
          let gone = covers.shrink(by: wanted)
          try #require(gone >= min(wanted, before), "\(comment)")
          try #require(covers.bytes == before - gone, "\(comment)")
        default:
          covers.removeAll()
          latest = [:]
        }
        try #require(covers.bytes <= limit && covers.count <= maximumCount, "\(comment)")
        guard step % 16 == 0 else { continue }
        let kept = latest.filter { covers.contains($0.key) }
        try #require(kept.values.reduce(0) { $0 + $1.bytes } == covers.bytes, "\(comment)")
        try #require(kept.count == covers.count, "\(comment)")
      }
    }
  }
}
