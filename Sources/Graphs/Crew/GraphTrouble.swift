/// The reasons why steps do not run; kept apart, since most runs have none.
///
/// A cause is 0 for none, -1 if the whole run was cancelled, or the index of the failed step plus
/// one.
struct GraphTrouble {
  static var runCancelled: Int32 { -1 }

  var failures: [(index: UInt32, error: any Error)] = []
  /// One cause for each step; `nil` until a step fails or the run is cancelled.
  var causes: UnsafeMutablePointer<Int32>?
}
