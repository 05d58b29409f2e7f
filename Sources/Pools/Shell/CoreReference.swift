internal import StageFloor

/// A reference to a core for objects that may outlive it, such as an alarm.
///
/// After the first weak reference to an object, every retain and release goes through its side
/// table, and cores are retained in every loan that takes the lock. ``clear()`` is called before
/// the last reference to the core can be released.
final class CoreReference: Sendable {
  private let core = Guarded<Unmanaged<PoolCore>?>(nil)

  func set(_ core: PoolCore) { self.core.withLock { $0 = .passUnretained(core) } }

  func take() -> PoolCore? { core.withLock { $0?.takeUnretainedValue() } }

  func clear() { core.withLock { $0 = nil } }
}
