extension Int {
  /// The sum of two numbers of bytes, of which none counts for less than nothing.
  ///
  /// The largest number there is, if it is too much: how many bytes somebody claims is not for us to
  /// say.
  func addingBytes(_ other: Int) -> Int {
    let (sum, isTooMuch) = Swift.max(0, self).addingReportingOverflow(Swift.max(0, other))
    return isTooMuch ? .max : sum
  }
}
