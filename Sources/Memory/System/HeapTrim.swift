internal import CStageFloor
internal import Synchronization

package enum HeapTrim {
  private static let isRequested = Atomic<Bool>(false)

  /// Walks over all free memory while holding the heap's locks, for milliseconds: not on a thread
  /// that the user waits for; false with C libraries other than glibc and Apple's.
  @discardableResult
  package static func run() -> Bool { stage_trim_heap() }

  /// Trims the heap in a separate task; nil if one that will see the same memory is about to begin.
  ///
  /// For memory released outside of a monitor's pass, such as after a memory warning, on any
  /// thread.
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
