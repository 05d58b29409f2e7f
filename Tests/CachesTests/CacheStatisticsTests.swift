import StagecraftCaches
import Testing

@Suite struct CacheStatisticsTests {
  @Test func figuresOfACacheAreASentence() {
    let covers = makeCovers(limit: 100)
    #expect(
      "\(covers.statistics)" == "0 values of 0 B; found 0 of 0 times; 0 gave way, 0 were too large."
    )
    covers[1] = Cover(book: 1, bytes: 60)
    covers[2] = Cover(book: 2, bytes: 60)
    covers[3] = Cover(book: 3, bytes: 600)
    _ = (covers[2], covers[1])
    #expect(
      "\(covers.statistics)"
        == "1 values of 60 B; found 1 of 2 times (50 %); 1 gave way, 1 were too large.")
  }
}
