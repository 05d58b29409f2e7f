/// Why steps do not run: kept apart, since most runs have none.
///
/// A cause is 0 for none, -1 for the end of the whole run, or one more than the index of the step
/// that failed.
struct GraphTrouble {
  static var runCancelled: Int32 { -1 }

  var failures: [(index: UInt32, error: any Error)] = []
  /// One for each step; nil until there is trouble.
  var causes: UnsafeMutablePointer<Int32>?
}
