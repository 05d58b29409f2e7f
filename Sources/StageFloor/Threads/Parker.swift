internal import CStageFloor
internal import Synchronization

/// A place where one thread sleeps until another thread posts a number to it.
///
/// One thread waits; another thread that has the parker posts to it. Between two waits the waiting
/// thread calls ``reset()``. The poster may be the last user of the parker: after its exchange the
/// waiting thread may already have deallocated it, so the poster wakes by address and reads
/// nothing.
package struct Parker: @unchecked Sendable {  // guard: the word is only accessed atomically
  private static var empty: UInt32 { 0 }
  /// Nothing is posted, and the thread sleeps in the kernel or is about to.
  private static var asleep: UInt32 { .max }

  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  package init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(Self.empty))
  }

  package func deallocate() {
    word.deallocate()
  }

  package var posted: UInt32? {
    let value = word.pointee.load(ordering: .acquiring)
    return value == Self.empty || value == Self.asleep ? nil : value
  }

  /// Call it only on the waiting thread, while no thread can post.
  package func reset() {
    word.pointee.store(Self.empty, ordering: .relaxed)
  }

  /// Posts `value`, which is neither zero nor the largest number, and wakes the waiting thread.
  package func post(_ value: UInt32) {
    precondition(
      value != Self.empty && value != Self.asleep,
      "A parker accepts any number except zero and the largest; those mean that nothing is posted.")
    let address = futex
    // The system call costs more than everything else here, so it is made only if a thread sleeps.
    if word.pointee.exchange(value, ordering: .acquiringAndReleasing) == Self.asleep {
      stage_wake_one(address)
    }
  }

  /// Returns the posted number, or `nil` at the deadline; a check takes 5 to 45 nanoseconds.
  package func wait(until deadline: Int64?, spinning spins: Int = 0) -> UInt32? {
    for _ in 0..<spins {
      if let value = posted { return value }
      stage_pause()
    }
    while true {
      let (fellAsleep, value) = word.pointee.compareExchange(
        expected: Self.empty, desired: Self.asleep, ordering: .acquiringAndReleasing)
      if !fellAsleep, value != Self.asleep { return value }
      let remaining = deadline.map { $0 - stage_nanoseconds() } ?? -1
      if deadline != nil, remaining <= 0 { return wakeUp() }
      stage_wait(futex, Self.asleep, remaining)
    }
  }

  /// Marks the thread as awake after a timeout, unless a number was posted in the meantime.
  private func wakeUp() -> UInt32? {
    let (isAwake, value) = word.pointee.compareExchange(
      expected: Self.asleep, desired: Self.empty, ordering: .acquiringAndReleasing)
    return isAwake ? nil : value
  }

  private var futex: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
  }
}
