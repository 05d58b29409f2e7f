internal import CStageFloor
internal import Synchronization

/// The place where one thread sleeps until another tells it a number.
///
/// One thread waits; whoever was handed the parker posts to it. Between two waits the waiting
/// thread calls ``reset()``. The poster may be the last to know of the parker: after its exchange
/// the waiting thread may already have deallocated it, so it wakes by address and reads nothing.
package struct Parker: @unchecked Sendable {  // guard: the word is only accessed atomically
  /// Nothing posted, nobody asleep.
  private static var empty: UInt32 { 0 }
  /// Nothing posted, and the thread sleeps in the kernel, or is about to.
  private static var asleep: UInt32 { .max }

  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  /// An empty parker; its owner deallocates it.
  package init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(Self.empty))
  }

  /// Gives the memory back, once nobody can post any more.
  package func deallocate() {
    word.deallocate()
  }

  /// What was posted, or nil.
  package var posted: UInt32? {
    let value = word.pointee.load(ordering: .acquiring)
    return value == Self.empty || value == Self.asleep ? nil : value
  }

  /// Makes the parker empty again.
  ///
  /// Only for the waiting thread, while nobody can post.
  package func reset() {
    word.pointee.store(Self.empty, ordering: .relaxed)
  }

  /// Tells the waiting thread `value`, which is neither zero nor the largest number, and wakes it.
  package func post(_ value: UInt32) {
    precondition(
      value != Self.empty && value != Self.asleep,
      "A parker is posted any number but zero and the largest; those mean that nothing is posted.")
    let address = futex
    // Asking the kernel costs more than all else here, so only a thread that sleeps is woken.
    if word.pointee.exchange(value, ordering: .acquiringAndReleasing) == Self.asleep {
      stage_wake_one(address)
    }
  }

  /// Sleeps until something is posted or `deadline` has passed.
  ///
  /// - Parameters:
  ///   - deadline: a moment on the monotonic clock in nanoseconds; nil: no end.
  ///   - spins: how often to look before going to sleep, each time for 5 to 45 nanoseconds.
  /// - Returns: what was posted, or nil when time ran out.
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

  /// Time ran out: nobody need wake this thread any more.
  private func wakeUp() -> UInt32? {
    let (isAwake, value) = word.pointee.compareExchange(
      expected: Self.asleep, desired: Self.empty, ordering: .acquiringAndReleasing)
    return isAwake ? nil : value
  }

  private var futex: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
  }
}
