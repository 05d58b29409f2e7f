import TestSupport
import Testing

@testable import StagecraftPools

@Suite(.timeLimit(.minutes(3)))
struct IndexAllocatorTests {
  @Test func freedNumbersAreReusedFirst() {
    var book = IndexAllocator()
    #expect((0..<3).map { _ in book.take() } == [0, 1, 2])
    #expect(book.free(1) == false)
    #expect(book.usedCount == 2)
    #expect(book.take() == 1)
    #expect(book.take() == 3)
  }

  @Test func theTableShrinksWhenFewNumbersAreInUse() {
    var book = IndexAllocator()
    for _ in 0..<1_000 { _ = book.take() }
    var hasFallen = false
    for number in 0..<1_000 { hasFallen = book.free(number) || hasFallen }
    #expect(hasFallen)
    #expect(book.count <= 64)
    #expect(book.usedCount == 0)
  }

  /// A set of the numbers in use is the reference.
  @Test(.onSeparateThread) func noNumberIsAllocatedTwice() throws {
    try withEverySeed(in: 0..<50) { generator in
      var book = IndexAllocator()
      var used: Set<Int> = []
      var aim = 0
      for step in 0..<4_000 {
        if step % 500 == 0 { aim = Int.random(in: 0...400, using: &generator) }
        let grows = used.count < aim ? !generator.oneIn(4) : generator.oneIn(4)
        if grows || used.isEmpty {
          let (number, count) = (book.take(), book.count)
          #expect(used.insert(number).inserted)
          #expect(number < count)
        } else if let number = used.randomElement(using: &generator) {
          let before = book.count
          used.remove(number)
          #expect(book.free(number) == (book.count < before))
        }
        #expect(book.usedCount == used.count)
        #expect(book.count > used.max() ?? -1)
      }
      for number in used { _ = book.free(number) }
      #expect(book.count <= 64)
    }
  }
}
