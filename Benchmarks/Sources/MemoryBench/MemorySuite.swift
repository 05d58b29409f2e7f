package import Harness

extension Suite {
  /// `bench memory`: the cost of detecting pressure and responding to it, the effect of the
  /// response, and the cost of caches.
  package static var memory: Suite {
    Suite(
      name: "memory", summary: "detecting memory pressure, and releasing memory",
      cases: Case.events + Case.passes + Case.reliefs + Case.threadReliefs
        + Case.bookkeeping + Case.cacheHits + Case.cacheInsertions + Case.cacheMakings
        + Case.values,
      checks: [.idle, .hitRatio, .hitRatios],
      targets: Target.pressure + Target.caches,
      notes: { LimitedGroup.notes })
  }
}
