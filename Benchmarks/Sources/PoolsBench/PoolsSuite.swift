package import Harness

extension Suite {
  /// `bench pools`: the cost of borrowing and returning.
  package static var pools: Suite {
    Suite(
      name: "pools", summary: "lending and returning, compared with the textbook and other pools",
      cases: Case.uncontended + Case.awaited + Case.threads + Case.saturated + Case.waiters
        + Case.waiting + Case.watched + Case.keyed + Case.limited,
      checks: [.allocations, .waiterMemory],
      targets: Target.waiting + Target.locked + Target.threads + Target.keys,
      notes: { ConcurrentBag.notes })
  }
}
