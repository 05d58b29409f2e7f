import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// A scan through the whole catalogue does not evict the covers of popular books.
struct ScanResistanceTests {
  /// Evicts the least recently used first.
  private struct LeastRecentlyUsed {
    let limit: Int
    private var bytes = 0
    private var stamps: [Int: (stamp: Int, bytes: Int)] = [:]
    /// In order of use; entries with an outdated stamp are ignored.
    private var order: [(stamp: Int, book: Int)] = []
    private var first = 0

    init(limit: Int) { self.limit = limit }

    /// Requests a book, and returns whether it was cached.
    mutating func ask(_ book: Int, _ size: Int) -> Bool {
      let isHit = stamps[book] != nil
      if !isHit { bytes += size }
      stamps[book] = (order.count, size)
      order.append((order.count, book))
      while bytes > limit {
        let oldest = order[first]
        first += 1
        guard let entry = stamps[oldest.book], entry.stamp == oldest.stamp else { continue }
        stamps[oldest.book] = nil
        bytes -= entry.bytes
      }
      return isHit
    }
  }

  /// The more popular a book, the smaller its number: the second is requested half as often as the
  /// first, the third a third as often.
  private struct Readers {
    private let sums: [Double]
    init(books: Int) {
      var sum = 0.0
      sums = (1...books).map { rank in
        sum += 1 / Double(rank)
        return sum
      }
    }

    func next(_ random: inout SeededGenerator) -> Int {
      let drawn = Double.random(in: 0..<(sums.last ?? 1), using: &random)
      var range = 0..<sums.count
      while range.count > 1 {
        let middle = range.lowerBound + range.count / 2
        if sums[middle - 1] <= drawn {
          range = middle..<range.upperBound
        } else {
          range = range.lowerBound..<middle
        }
      }
      return range.lowerBound
    }
  }

  private static func size(of book: Int) -> Int { 50 + book &* 7_919 % 101 }

  /// The hit ratio of the readers, without and during a scan.
  private func ratios(
    _ random: inout SeededGenerator, ask: (Int) -> Bool
  ) -> (quiet: Double, scanned: Double) {
    let readers = Readers(books: 10_000)
    var scanned = 1_000_000
    func play(_ requests: Int, scans: Int) -> Double {
      var hits = 0
      for _ in 0..<requests {
        if ask(readers.next(&random)) { hits += 1 }
        for _ in 0..<scans {
          _ = ask(scanned)
          scanned += 1
        }
      }
      return Double(hits) / Double(requests)
    }
    _ = play(30_000, scans: 0)
    return (play(30_000, scans: 0), play(30_000, scans: 3))
  }

  @Test(.onSeparateThread) func longScanDoesNotEvictTheWorkingSet() throws {
    try withEverySeed(in: 1..<4) { random in
      // The limit is a tenth of the size of all covers.
      let limit = 100_000
      let covers = makeCovers(limit: limit)
      var other = LeastRecentlyUsed(limit: limit)
      var sameRandom = random

      let ours = ratios(&random) { book in
        if covers[book] != nil { return true }
        covers[book] = Cover(book: book, bytes: Self.size(of: book))
        return false
      }
      let theirs = ratios(&sameRandom) { other.ask($0, Self.size(of: $0)) }

      let comment = "\(random): ours \(ours), least recently used \(theirs)"
      #expect(ours.quiet > theirs.quiet, "\(comment)")
      #expect(ours.scanned > 0.9 * ours.quiet, "\(comment)")
      #expect(theirs.scanned < 0.8 * theirs.quiet, "\(comment)")
      if random.seed == 1 { print("hit ratios: \(comment)") }
    }
  }
}
