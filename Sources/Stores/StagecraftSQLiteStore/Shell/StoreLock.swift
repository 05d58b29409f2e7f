#if SQLite
internal import StagecraftSharedPools

/// The lock of a store, which lets those that hold a lease go before newcomers.
///
/// The kernel serves those that wait for a `flock` in the order in which they came, so in a crowd of
/// hundreds a renewal would stand behind all of them. A newcomer therefore waits at an *entry* first,
/// and only one at a time waits for the lock itself.
final class StoreLock {
  let main: FileLock
  let entry: FileLock

  init(_ paths: StorePaths) throws(LeaseStoreError) {
    let rights = SideFiles(of: paths)?.rights ?? 0o600
    main = try FileLock(paths.lock, rights: rights)
    entry = try FileLock(paths.entry, rights: rights)
  }

  /// - Parameters:
  ///   - isNewcomer: Whether it may wait for all others.
  ///   - isWanted: Asked after each wait.
  /// - Returns: `false`, without the lock, if it came too late.
  func lock(asNewcomer isNewcomer: Bool, while isWanted: () -> Bool = { true }) -> Bool {
    if isNewcomer {
      if !entry.tryLock() { entry.lock() }
    }
    defer { if isNewcomer { entry.unlock() } }
    guard isWanted() else { return false }
    if main.tryLock() { return true }
    main.lock()
    if isWanted() { return true }
    main.unlock()
    return false
  }

  func unlock() { main.unlock() }
}
#endif
