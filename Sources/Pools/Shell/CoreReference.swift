internal import StageFloor

/// A reference to a core for objects that may outlive it, such as an alarm.
///
/// A weak reference would do the same, but after the first one every retain and release of the
/// object goes through its side table, and cores are retained in every loan that takes the lock.
///
/// The core can be taken until its pool is dropped and its last lease has ended: ``clear()`` is
/// called before the last reference to the core can be released.
final class CoreReference: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var core: Unmanaged<PoolCore>?  // guard: `lock`

  deinit { lock.deallocate() }

  func set(_ core: PoolCore) {
    lock.withLock { self.core = .passUnretained(core) }
  }

  /// The core, if its pool or a lease still exists.
  func take() -> PoolCore? {
    lock.lock()
    defer { lock.unlock() }
    return core?.takeUnretainedValue()
  }

  /// Clears the reference.
  func clear() {
    lock.withLock { core = nil }
  }
}
