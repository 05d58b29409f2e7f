package import Harness

extension Suite {
  /// `bench memory`: what it costs to hear of pressure and to answer it, what the answer is good
  /// for, and what it costs to keep what can be given up.
  package static var memory: Suite {
    Suite(
      name: "memory", summary: "hearing of memory pressure, and giving memory back",
      cases: Case.events + Case.passes + Case.reliefs + Case.threadReliefs
        + Case.bookkeeping + Case.cacheHits + Case.cacheInsertions + Case.cacheMakings
        + Case.values,
      checks: [.idle, .hitRatio],
      targets: Target.pressure + Target.caches,
      notes: { LimitedGroup.notes })
  }
}
