internal import CStageFloor
public import Synchronization

/// A mutual exclusion lock in one word of memory.
///
/// It is not recursive and not fair: hold it only for a few dozen instructions, and never across a
/// call into user code. It must be unlocked by the thread that locked it.
///
/// On Linux, locking and unlocking without contention takes one atomic operation each. Under
/// contention, a thread checks again up to 40 times, which takes 0.2 to 2 microseconds, and then
/// sleeps in the kernel until it is woken: so the thread that holds the lock gets a processor,
/// regardless of its priority.
///
/// On Apple platforms it is `os_unfair_lock`. The kernel knows its owner and raises the owner's
/// priority to that of the waiters. With a word unknown to the kernel, an urgent thread could wait
/// for a background thread that is not scheduled.
///
/// Why not `Mutex`: on Linux it is a priority-inheriting futex, which hands the lock over in the
/// kernel and collapses when eight threads contend for it.
///
/// The owner of the lock calls ``deallocate()`` once no thread can use it any more. A thread that
/// has just unlocked may still be asking the kernel to wake a sleeper by the word's *address*; this
/// does not read the memory, and a wake-up without a sleeper is harmless.
@frozen
@usableFromInline
package struct LockWord: @unchecked Sendable {  // guard: the word is only accessed atomically
  /// 0 is free, 1 held, 2 held while a thread may be asleep; on Apple platforms, the system's word.
  @usableFromInline let word: UnsafeMutablePointer<Atomic<UInt32>>

  @usableFromInline
  package init() {
    word = CacheLine.allocate(Atomic<UInt32>.self)
    word.initialize(to: Atomic(0))
  }

  @usableFromInline
  package func deallocate() {
    word.deallocate()
  }

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

  /// The number of checks is up to the system, which sees whether the owner is running.
  @usableFromInline
  package func lock(spinning spins: Int) { stage_lock_adaptive(address) }

  @usableFromInline
  package func unlock() { stage_unlock(address) }

  /// Always true: the system does not report it.
  package var hasSleepers: Bool { true }

  package static var hasExactSleepers: Bool { false }

  /// Always false: the system does not report it.
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

  /// For a lock that is held slightly longer than most, by threads that return immediately:
  /// sleeping costs both threads more than `spins` checks, of 5 to 45 nanoseconds each.
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

  /// Whether a thread may be asleep because the lock is held; exact if ``hasExactSleepers``.
  package var hasSleepers: Bool { word.pointee.load(ordering: .relaxed) == 2 }

  package static var hasExactSleepers: Bool { true }

  /// The answer may already be outdated.
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
    // From here on the word is 2 while this thread holds it, because other threads may be asleep.
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
