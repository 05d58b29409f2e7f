internal import Foundation
internal import Harness

extension Check {
  /// The hit ratios of the cache and of replacement policies from the literature, on traces each of
  /// which suits another one.
  ///
  /// The cache must come within ``tolerance`` of the best of LRU, ARC, S3-FIFO and W-TinyLFU on
  /// each.
  static var hitRatios: Check {
    Check("hit-ratios", "the share of requests that hit, in percent, compared with other policies")
    {
      traces.map { trace in
        let ours = percent(StagecraftKeys.self, trace)
        let rivals = [
          ("LRU", percent(LeastRecentlyUsed.self, trace)),
          ("ARC", percent(AdaptiveReplacement.self, trace)),
          ("S3-FIFO", percent(S3FIFO.self, trace)),
          ("W-TinyLFU", percent(WindowTinyLFU.self, trace)),
        ]
        let best = rivals.map(\.1).max() ?? 0
        let others = [
          ("SIEVE", percent(Sieve.self, trace)),
          ("Bélády", percent(ClairvoyantReplacement.hits(trace), trace)),
        ]
        let text = (rivals + others).map { "\($0) \(tenths($1))" }.joined(separator: ", ")
        return Finding(
          trace.name, "\(tenths(ours)); \(text)", isBroken: ours < best - tolerance)
      }
    }
  }

  /// In percentage points.
  private static var tolerance: Double { 2 }

  private static var traces: [RequestTrace] {
    [
      .popular("zipf-0.8-1k-of-100k", capacity: 1_000, exponent: 0.8),
      .popular("zipf-1.0-10k-of-100k", capacity: 10_000, exponent: 1),
      .scanned("scans-10k", capacity: 10_000, exponent: 0.8, every: 4_000, times: 1),
      .scanned("scans-read-twice-10k", capacity: 10_000, exponent: 1, every: 9_000, times: 2),
      .loop("loop-8k-in-6k", capacity: 6_000, over: 8_000),
      .loop("loop-12k-in-6k", capacity: 6_000, over: 12_000),
      .loopsInTurn("loops-4k-9k-in-10k", capacity: 10_000, over: 4_000, and: 9_000),
      .walk("recency-walk-2k", capacity: 2_000, window: 690),
      .walk("recency-walk-200", capacity: 200, window: 690),
    ]
  }

  private static func percent<Policy: ReplacementPolicy>(
    _ type: Policy.Type, _ trace: RequestTrace
  ) -> Double {
    var policy = Policy(capacity: trace.capacity, keyCount: trace.keyCount)
    return percent(trace.keys.count { policy.request(Int($0)) }, trace)
  }

  private static func percent(_ hits: Int, _ trace: RequestTrace) -> Double {
    100 * Double(hits) / Double(trace.keys.count)
  }

  private static func tenths(_ percent: Double) -> String { String(format: "%.1f", percent) }
}
