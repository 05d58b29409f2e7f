package import Harness

extension Suite {
  /// `bench memory`: the cost of receiving pressure and answering it, the effect of the answer, and
  /// the cost of keeping what can be released.
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
