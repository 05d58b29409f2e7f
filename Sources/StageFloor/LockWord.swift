internal import CStageFloor
public import Synchronization

/// A mutual exclusion lock in one word of memory.
///
/// It is not recursive, and it is not fair: hold it for a few dozen instructions and never across a
/// call into code of a user. The thread that takes it leaves it.
///
/// On Linux, taking and leaving it uncontended costs one atomic operation each. Contended, a thread
/// looks again up to 40 times, which takes 0.2 to 2 microseconds, and then sleeps in the kernel until
/// it is woken: so the thread that holds the lock gets a processor, whatever its priority.
///
/// On Apple's systems it is `os_unfair_lock`. The kernel knows its owner and lends it the priority of
/// those that wait; a word that the kernel knows nothing of would leave an urgent thread waiting for
/// one in the background that does not get to run.
///
/// Why not `Mutex`: on Linux it is a priority-inheriting futex, which hands the lock over in the
/// kernel and collapses when eight threads meet on it.
///
/// The owner of the lock calls ``deallocate()`` once nobody can use it any more. A thread that has
/// just unlocked may still be asking the kernel to wake a sleeper by the word's *address*; that
/// does not read the memory, and a wake-up that finds nobody is harmless.
@frozen
@usableFromInline
package struct LockWord: @unchecked Sendable {  // guard: the word is only accessed atomically
  /// What the lock is doing.
  ///
  /// 0: free. 1: held. 2: held, and a thread may be asleep. On Apple's systems, the system's word.
  @usableFromInline let word: UnsafeMutablePointer<Atomic<UInt32>>

  package init() {
    word = CacheLine.allocate(Atomic<UInt32>.self)
    word.initialize(to: Atomic(0))
  }

  package func deallocate() {
    word.deallocate()
  }

  /// Runs `body` holding the lock.
  @inlinable
  @inline(__always)
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try body()
  }

  private var address: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
  }
}

#if canImport(Darwin)

extension LockWord {
  @usableFromInline
  package func lock() { stage_lock(address) }

  /// Takes the lock, for one that is held a little longer than most.
  ///
  /// How often to look is the system's business, which sees whether the owner is running.
  @usableFromInline
  package func lock(spinning spins: Int) { stage_lock_adaptive(address) }

  @usableFromInline
  package func unlock() { stage_unlock(address) }

  /// Whether a thread may be asleep because the lock is held: the system does not say.
  package var hasSleepers: Bool { true }

  /// Whether ``hasSleepers`` says so only if it is so.
  package static var tellsOfSleepers: Bool { false }

  /// Whether the lock is held: the system does not say.
  package var isHeld: Bool { false }
}

#else

extension LockWord {
  @inlinable
  @inline(__always)
  package func lock() {
    if !word.pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
      lockContended()
    }
  }

  /// Takes the lock, looking that many times before sleeping, each time for 5 to 45 nanoseconds.
  ///
  /// For a lock that is held a little longer than most, by threads that come back at once: to sleep
  /// costs both of them more than to look.
  @inlinable
  @inline(__always)
  package func lock(spinning spins: Int) {
    if !word.pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
      lockContended(spins: spins)
    }
  }

  @inlinable
  @inline(__always)
  package func unlock() {
    if word.pointee.exchange(0, ordering: .releasing) == 2 { wakeOne() }
  }

  /// Whether a thread may be asleep because the lock is held.
  package var hasSleepers: Bool { word.pointee.load(ordering: .relaxed) == 2 }

  /// Whether ``hasSleepers`` says so only if it is so.
  package static var tellsOfSleepers: Bool { true }

  /// Whether the lock is held; the answer may be out of date at once.
  package var isHeld: Bool { word.pointee.load(ordering: .relaxed) != 0 }

  @usableFromInline
  @inline(never)
  func lockContended(spins: Int = 40) {
    for _ in 0..<spins {
      if word.pointee.load(ordering: .relaxed) == 0,
        word.pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
      {
        return
      }
      stage_pause()
    }
    // From here on the word says 2 while we hold it: we cannot know whether others sleep.
    while word.pointee.exchange(2, ordering: .acquiring) != 0 {
      stage_wait(address, 2, -1)
    }
  }

  @usableFromInline
  @inline(never)
  func wakeOne() {
    stage_wake_one(address)
  }
}

#endif
