internal import CStageFloor

/// Gives what the heap holds and nobody uses back to the system.
enum HeapTrim {
  /// Asks the heap once.
  ///
  /// It walks over all that is free, and takes the heap's locks while it does so: not for a thread
  /// that the user waits for.
  ///
  /// - Returns: false where there is no way to ask: other C libraries than glibc and Apple's.
  static func run() -> Bool { stage_trim_heap() }
}
