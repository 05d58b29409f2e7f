extension Int {
  /// Returns the sum of two byte counts, with negative counts taken as 0.
  ///
  /// Saturates at `Int.max`, because the counts are claims of the app and may be of any size.
  func addingBytes(_ other: Int) -> Int {
    let (sum, isTooMuch) = Swift.max(0, self).addingReportingOverflow(Swift.max(0, other))
    return isTooMuch ? .max : sum
  }
}
