internal import Harness

extension Target {
  /// Targets for caches and values.
  static var caches: [Target] {
    [
      .nanoseconds("value-read-1t", atMost: 30),
      .ratio("cache-hit-1t", to: "lru", atMost: 1),
      .ratio("cache-hit-2t", to: "lru", atMost: 1),
      .ratio("cache-insert-1t", to: "lru", atMost: 1.2),
      .ratio("cache-hit-1t", to: "ns-cache", atMost: 1 / 2.0),
    ]
  }
}
