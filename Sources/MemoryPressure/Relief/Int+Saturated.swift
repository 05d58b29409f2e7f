extension Int {
  /// Returns the sum, clamped to the range of `Int`: responders may return any number.
  ///
  /// - Parameter other: The number to add.
  /// - Returns: The clamped sum.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? (other < 0 ? .min : .max) : sum
  }

  /// Returns a share of a number of bytes, rounded down and clamped; 0 if the share is not a
  /// Returns a share of a number of bytes, rounded down and clamped; 0 if the share is not
  /// positive.
  ///
  /// - Parameters:
  ///   - share: The share.
  ///   - bytes: The number of bytes.
  /// - Returns: The number of bytes in that share.
  static func share(_ share: Double, of bytes: Int) -> Int {
    guard share > 0 else { return 0 }
    return Int(exactly: (Double(bytes) * share).rounded(.down)) ?? .max
  }
}
