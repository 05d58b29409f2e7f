import StagecraftCaches
import Testing

@Suite struct CacheStatisticsTests {
  @Test func statisticsDescribeThemselvesInOneSentence() {
    let covers = makeCovers(limit: 100)
    #expect(
      "\(covers.statistics)" == "0 values of 0 B; 0 of 0 lookups hit; 0 evicted, 0 too large."
    )
    covers[1] = Cover(book: 1, bytes: 60)
    covers[2] = Cover(book: 2, bytes: 60)
    covers[3] = Cover(book: 3, bytes: 600)
    _ = (covers[2], covers[1])
    #expect(
      "\(covers.statistics)"
        == "1 values of 60 B; 1 of 2 lookups hit (50 %); 1 evicted, 1 too large.")
  }
}
