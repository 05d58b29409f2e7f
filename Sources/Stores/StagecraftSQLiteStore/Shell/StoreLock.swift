#if SQLite
internal import StagecraftSharedPools

/// The lock of a store, which lets those that hold a lease go before newcomers.
///
/// The kernel serves those that wait for a `flock` in the order in which they came, so in a crowd of
/// hundreds a renewal would stand behind all of them. A newcomer therefore waits at an *entry* first,
/// and only one at a time waits for the lock itself. A free lock goes to the first that asks: while a
/// waiting thread wakes up, the newcomer at the entry may still pass it.
final class StoreLock {
  let main: FileLock
  let entry: FileLock
  private let core: StoreCore

  init(_ core: StoreCore) throws(LeaseStoreError) {
    let rights = SideFiles(of: core.paths)?.rights ?? 0o600
    main = try FileLock(core.paths.lock, rights: rights)
    entry = try FileLock(core.paths.entry, rights: rights)
    self.core = core
  }

  /// - Parameters:
  ///   - isNewcomer: Whether it may wait for all others.
  ///   - isWanted: Asked after each wait.
  /// - Returns: `false`, without the lock, if it came too late.
  func lock(asNewcomer isNewcomer: Bool, while isWanted: () -> Bool) -> Bool {
    if !isNewcomer { return take(main, isWanted) }
    guard take(entry, isWanted) else { return false }
    defer { entry.unlock() }
    return take(main, isWanted)
  }

  private func take(_ lock: FileLock, _ isWanted: () -> Bool) -> Bool {
    if !lock.tryLock() { core.block { lock.lock() } }
    if isWanted() { return true }
    lock.unlock()
    return false
  }

  func unlock() { main.unlock() }
}
#endif
