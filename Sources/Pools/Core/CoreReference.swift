internal import StageFloor

/// The way to a core for what may outlive it, such as an alarm that is set.
///
/// A weak reference would do the same, but from the first one on every retain and release of its
/// object takes a detour, and cores are retained on the way of every loan that takes the lock.
///
/// A core can be taken here until its pool goes: ``clear()`` comes before the last reference to the
/// core can be dropped.
final class CoreReference: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var core: Unmanaged<PoolCore>?  // guard: `lock`

  deinit { lock.deallocate() }

  func lead(to core: PoolCore) {
    lock.withLock { self.core = .passUnretained(core) }
  }

  /// The core, if its pool is still there.
  func take() -> PoolCore? {
    lock.lock()
    defer { lock.unlock() }
    return core?.takeUnretainedValue()
  }

  /// Leads nowhere from now on.
  func clear() {
    lock.withLock { core = nil }
  }
}
