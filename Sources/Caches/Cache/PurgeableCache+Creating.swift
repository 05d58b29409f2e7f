extension PurgeableCache {
  /// Returns the value for a key, and creates it if none is cached.
  ///
  /// If several threads request it at once, one of them creates it, and the others wait. If that
  /// fails, all of them receive the error, and the next request tries again.
  ///
  /// `make` may use the cache. Requesting the same key would wait for itself: that is a programming
  /// error, which traps. Two keys that need each other are the same error; if two threads make
  /// them, each waits for the other forever.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - make: Creates the value, on the calling thread.
  /// - Returns: The value. It is cached unless it is larger than the cache allows, or its key was
  ///   set or removed meanwhile.
  /// - Throws: The error of `make`, on this or another thread.
  @inlinable
  public func value(for key: Key, make: () throws -> Value) throws -> Value {
    if let value = self[key] { return value }
    return try makeValue(for: key, make)
  }

  /// Returns the value for a key, and fetches it if none is cached.
  ///
  /// If several tasks request it at once, it is fetched once, by a separate task that none of them
  /// owns, and all of them wait. If that fails, all of them receive the error, and the next request
  /// tries again. A cancelled task stops waiting; if no other task waits, the fetch is cancelled
  /// too, and the next request starts a new one.
  ///
  /// If a thread is creating the value in ``value(for:make:)``, the tasks wait for it. A thread
  /// never waits for a task: both create the value, and the later of them is kept.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fetch: Fetches the value. It must not request the same key, nor one whose fetch needs this
  ///     one: it would wait for itself until it has no more waiters.
  /// - Returns: The value. It is cached unless it is larger than the cache allows, or its key was
  ///   set or removed meanwhile.
  /// - Throws: The error of `fetch`, or `CancellationError` if the calling task was cancelled while
  ///   it waited.
  @inlinable
  public func fetchValue(
    for key: Key, fetch: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = self[key] { return value }
    return try await awaitValue(for: key, fetch)
  }
}
