extension Int {
  /// The sum, or the largest number there is: how many bytes somebody claims is not for us to say.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? (other < 0 ? .min : .max) : sum
  }

  /// Such a share of a number of bytes; what is no number is none.
  static func share(_ share: Double, of bytes: Int) -> Int {
    guard share > 0 else { return 0 }
    return Int(exactly: (Double(bytes) * share).rounded(.down)) ?? .max
  }
}
