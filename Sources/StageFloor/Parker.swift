internal import CStageFloor
internal import Synchronization

/// The place where one thread sleeps until another tells it a number.
///
/// One thread waits; whoever was handed the parker posts to it. Between two waits the waiting
/// thread calls ``reset()``. The poster may be the last to know of the parker: after its store the
/// waiting thread may already have deallocated it, so it wakes by address and reads nothing.
package struct Parker: @unchecked Sendable {  // guard: the word is only accessed atomically
  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  package init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(0))
  }

  package func deallocate() {
    word.deallocate()
  }

  /// What was posted, or nil.
  package var posted: UInt32? {
    let value = word.pointee.load(ordering: .acquiring)
    return value == 0 ? nil : value
  }

  /// Makes the parker empty again.
  ///
  /// Only for the waiting thread, while nobody can post.
  package func reset() {
    word.pointee.store(0, ordering: .relaxed)
  }

  /// Tells the waiting thread `value`, which is not zero, and wakes it.
  package func post(_ value: UInt32) {
    precondition(value != 0, "A parker is posted a number other than zero; zero means empty.")
    let address = futex
    word.pointee.store(value, ordering: .releasing)
    stage_wake_one(address)
  }

  /// Sleeps until something is posted or `deadline` (in ``MonotonicTime`` nanoseconds) has passed.
  ///
  /// - Returns: what was posted, or nil when time ran out.
  package func wait(until deadline: Int64?, spinning spins: Int = 0) -> UInt32? {
    for _ in 0..<spins {
      if let value = posted { return value }
      stage_pause()
    }
    while true {
      if let value = posted { return value }
      guard let deadline else {
        stage_wait(futex, 0, -1)
        continue
      }
      let remaining = deadline - stage_nanoseconds()
      if remaining <= 0 { return posted }
      stage_wait(futex, 0, remaining)
    }
  }

  private var futex: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
  }
}
