internal import CStageFloor
internal import Synchronization

/// Returns unused heap memory to the system.
package enum HeapTrim {
  private static let isRequested = Atomic<Bool>(false)

  /// Trims the heap once.
  ///
  /// It walks over all free memory and holds the heap's locks meanwhile, for milliseconds: do not
  /// call it on a thread that the user waits for.
  ///
  /// - Returns: False where this is not possible: with C libraries other than glibc and Apple's.
  @discardableResult
  package static func run() -> Bool { stage_trim_heap() }

  /// Trims the heap soon, in a separate task.
  ///
  /// For memory released outside of a monitor's pass, such as after a memory warning. It may be
  /// called on the main actor, and repeatedly: requests made before the task begins are merged.
  ///
  /// - Returns: The task; nil if one that will see the same memory is about to begin.
  @discardableResult
  package static func runSoon() -> Task<Void, Never>? {
    guard !isRequested.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return Task.detached(priority: .utility) {
      // Memory freed from now on is left to the next request. The exchange reads what the last
      // request wrote, and so sees everything freed before that.
      _ = isRequested.exchange(false, ordering: .acquiringAndReleasing)
      run()
    }
  }
}
