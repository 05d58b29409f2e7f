extension Int {
  /// The sum, clamped to the range of `Int`: byte counts reported by users may be anything.
  package func addingSaturated(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  /// The sum of two byte counts, where a negative one counts as zero.
  package func addingBytes(_ other: Int) -> Int {
    Swift.max(0, self).addingSaturated(Swift.max(0, other))
  }
}
