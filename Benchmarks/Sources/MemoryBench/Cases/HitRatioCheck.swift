internal import Harness

extension Check {
  /// The hit ratio of a cache with room for a tenth of the requested values, during a scan of
  /// values that are requested only once.
  static var hitRatio: Check {
    Check("hit-ratio", "the share of requested covers that are found: at rest, and during a scan") {
      let ours = play(StagecraftCovers.self)
      let recent = play(RecentCovers.self)
      let foundation = play(FoundationCovers.self)
      return [
        Finding("stagecraft", ours.text, isBroken: ours.scanned < 0.9 * ours.quiet),
        Finding("lru", recent.text, isBroken: recent.scanned > ours.scanned),
        Finding("ns-cache", foundation.text, isBroken: false),
      ]
    }
  }

  private struct Ratios {
    var quiet: Double
    var scanned: Double

    var text: String { "\(percent(quiet)) % at rest, \(percent(scanned)) % during a scan" }

    private func percent(_ ratio: Double) -> Double { (ratio * 1_000).rounded() / 10 }
  }

  private static func play<Cache: CoverCache>(_ type: Cache.Type) -> Ratios {
    let cache = Cache(limit: 100_000)
    var books = PopularBooks(count: 10_000, seed: 1)
    var scanned = NewBooks()

    func ask(_ book: Int) -> Bool {
      if cache.cover(of: book) != nil { return true }
      cache.keep(Cover(book), of: book)
      return false
    }

    func ratio(_ requests: Int, scans: Int) -> Double {
      var hits = 0
      for _ in 0..<requests {
        if ask(books.next()) { hits += 1 }
        for _ in 0..<scans { _ = ask(scanned.book()) }
      }
      return Double(hits) / Double(requests)
    }

    _ = ratio(30_000, scans: 0)
    return Ratios(quiet: ratio(30_000, scans: 0), scanned: ratio(30_000, scans: 3))
  }
}
