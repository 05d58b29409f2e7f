extension Int {
  /// This share of a number of bytes; a share that is not a number counts as none.
  static func share(_ share: Double, of bytes: Int) -> Int {
    guard share > 0 else { return 0 }
    return Int(exactly: (Double(bytes) * share).rounded(.down)) ?? .max
  }
}
