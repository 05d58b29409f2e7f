package import Harness

extension Suite {
  /// `bench lists`: the cost of editing a list, reading it, finding what changed, and notifying the
  /// main actor.
  package static var lists: Suite {
    Suite(
      name: "lists", summary: "lists that threads edit and screens show",
      cases: cases,
      checks: [.queue],
      targets: Target.editing + Target.reading + Target.changing + Target.replacing
        + Target.delivering + Target.deriving,
      notes: {
        [
          "swift-collections' TreeDictionary would be a competitor for edits by id; it is not part of "
            + "the toolchain, and is not measured.",
          "The standard library's `difference(from:)` compares ids only, and is left out where it "
            + "would take minutes: where tens of thousands of rows are new, moved, or gone.",
        ]
      })
  }

  /// All cases; with a million orders, those that also exist in other sizes are long.
  private static var cases: [Case] {
    var cases =
      Case.edits + Case.inPlace + Case.readings + Case.changes + Case.replacing + Case.derived
      + Case.grouped + Case.undos
    for number in cases.indices {
      cases[number].isLong = cases[number].name.hasSuffix(ListSize.large.name)
    }
    return cases + Case.benchmarksOfOthers + Case.writers + Case.memory + Case.ends
  }
}
