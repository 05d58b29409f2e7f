import StageFloor
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// What a cache releases on request.
struct PurgeableCachePressureTests {
  /// A hundred covers of ten bytes each; the first twenty are warm.
  private func fullCache() -> PurgeableCache<Int, Cover> {
    let covers = makeCovers(limit: 1_000)
    for book in 0..<100 { covers[book] = Cover(book: book, bytes: 10) }
    for book in 0..<20 { _ = covers[book] }
    return covers
  }

  @Test func releasesAsManyBytesAsRequested() {
    let covers = fullCache()
    #expect(covers.release(ReleaseRequest(level: .elevated, target: 95)) == 100)
    #expect(covers.bytes == 900)
    #expect(covers.statistics.evictions == 10)
  }

  @Test func releasesAShareWithoutATarget() {
    let covers = fullCache()
    #expect(covers.release(ReleaseRequest(level: .elevated)) == 250)
    #expect(covers.release(ReleaseRequest(level: .high)) == 380)
    #expect(covers.release(ReleaseRequest(level: .high, share: 0.1)) == 40)
  }

  @Test func belowCriticalPressureAPartIsKept() {
    let covers = fullCache()
    #expect(covers.release(ReleaseRequest(level: .high, target: 1 << 40)) == 750)
    #expect(covers.release(ReleaseRequest(level: .high, share: 1)) == 190)
    #expect(covers.bytes == 60)
  }

  @Test func criticalPressureReleasesEverything() {
    let covers = fullCache()
    #expect(covers.release(ReleaseRequest(level: .critical, target: 1)) == 1_000)
    #expect(covers.count == 0)
  }

  /// The tables of a cache of many small values were larger than the values, and were kept.
  @Test func emptyCacheReleasesItsTables() {
    func expectNoTables(_ covers: PurgeableCache<Int, Cover>) {
      #expect(covers.state.pointee.capacity == 16)
      #expect(covers.state.pointee.policy.slotCount == 0)
      #expect(covers.state.pointee.policy.ghost.places.isEmpty)
      #expect(covers.state.pointee.index.capacity == 8)
    }
    let covers = fullCache()
    #expect(covers.state.pointee.capacity == 128)
    #expect(covers.release(ReleaseRequest(level: .critical)) == 1_000)
    expectNoTables(covers)
    for book in 0..<500 { covers[book] = Cover(book: book, bytes: 10) }
    #expect(covers.count == 100)
    #expect(covers[499]?.book == 499)
    #expect(covers.shrink(by: .max) == 1_000)
    expectNoTables(covers)
    for book in 0..<500 { covers[book] = Cover(book: book, bytes: 10) }
    covers.removeAll()
    expectNoTables(covers)
    #expect(covers.shrink(to: 0) == 0)
    covers[1] = Cover(book: 1, bytes: 10)
    #expect(covers.shrink(by: 5) == 10)
    #expect(covers.count == 0)
  }

  @Test func normalPressureReleasesNothing() {
    let covers = fullCache()
    #expect(covers.release(ReleaseRequest(level: .normal, target: 50)) == 0)
    #expect(covers.count == 100)
  }

  @Test(arguments: [-1, 0]) func targetOfZeroOrLessReleasesNothing(target: Int) {
    let covers = fullCache()
    #expect(covers.release(ReleaseRequest(level: .high, target: target)) == 0)
  }

  @Test(arguments: [-3.0, 7.0]) func shareOutOfRangeIsClamped(share: Double) {
    let covers = fullCache()
    #expect(covers.release(ReleaseRequest(level: .elevated, share: share)) == (share < 0 ? 0 : 750))
  }

  @Test func warmEntriesAreKept() {
    let covers = fullCache()
    _ = covers.release(ReleaseRequest(level: .high))
    #expect((0..<20).allSatisfy { covers.contains($0) })
    #expect(covers.bytes == 500)
  }

  @Test func shrinksToASize() {
    let covers = fullCache()
    #expect(covers.shrink(to: 305) == 700)
    #expect(covers.bytes == 300)
    #expect(covers.shrink(to: 305) == 0)
    #expect(covers.shrink(to: 0) == 300)
  }

  @Test func criticalPressureReleasesEntriesOfSizeZero() {
    let covers = makeCovers(limit: 100)
    for book in 0..<200 { covers[book] = Cover(book: book, bytes: 0) }
    #expect(covers.release(ReleaseRequest(level: .elevated)) == 0)
    #expect(covers.count == 200)
    #expect(covers.release(ReleaseRequest(level: .critical)) == 0)
    #expect(covers.count == 0)
  }
}
