internal import StageFloor

/// A reference to a core for objects that may outlive it, such as an alarm.
///
/// After the first weak reference to an object, every retain and release goes through its side
/// table, and cores are retained in every loan that takes the lock. ``clear()`` is called before
/// the last reference to the core can be released.
final class CoreReference: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var core: Unmanaged<PoolCore>?  // guard: `lock`

  deinit { lock.deallocate() }

  func set(_ core: PoolCore) {
    lock.withLock { self.core = .passUnretained(core) }
  }

  func take() -> PoolCore? {
    lock.lock()
    defer { lock.unlock() }
    return core?.takeUnretainedValue()
  }

  func clear() {
    lock.withLock { core = nil }
  }
}
