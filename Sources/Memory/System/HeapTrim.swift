internal import CStageFloor
internal import Synchronization

/// Gives what the heap holds and nothing uses back to the system.
package enum HeapTrim {
  private static let isRequested = Atomic<Bool>(false)

  /// Asks the heap once.
  ///
  /// It walks over all that is free, and takes the heap's locks while it does so, for milliseconds:
  /// not for a thread that the user waits for.
  ///
  /// - Returns: False where there is no way to ask: C libraries other than glibc and Apple's.
  @discardableResult
  package static func run() -> Bool { stage_trim_heap() }

  /// Asks the heap soon, in a task of its own.
  ///
  /// For passes that no monitor makes: when the caller has let go of something under a memory warning.
  /// It may be called on the main actor, and as often as one likes: requests that come before the
  /// task begins are one.
  ///
  /// - Returns: The task; nil if one that will see the same is about to begin.
  @discardableResult
  package static func runSoon() -> Task<Void, Never>? {
    guard !isRequested.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return Task.detached(priority: .utility) {
      // What is freed from now on is for the next request. It reads what the last request wrote, and
      // so sees what was freed before that.
      _ = isRequested.exchange(false, ordering: .acquiringAndReleasing)
      run()
    }
  }
}
