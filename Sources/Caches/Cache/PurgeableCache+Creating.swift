public import CStageFloor
public import StageFloor

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

  /// What a thread does when no value is cached.
  @usableFromInline
  enum Lookup {
    case found(Value)
    case wait(Creation<Value>)
    /// Create the value, and remove the entry with this number at the end.
    case create(UInt64)
  }

  @inlinable
  func makeValue(for key: Key, _ make: () throws -> Value) throws -> Value {
    let hash = Self.hash(of: key)
    switch lookUp(for: key, hash) {
    case .found(let value):
      return value
    case .wait(let creation):
      return try creation.wait()
    case .create(let number):
      let value: Value
      do {
        value = try make()
      } catch {
        fail(number, error)
        throw error
      }
      finish(number, for: key, hash, value)
      return value
    }
  }

  @inlinable
  func lookUp(for key: Key, _ hash: UInt32) -> Lookup {
    let thread = stage_thread_number()
    lock.lock()
    // It may have been inserted since the caller looked.
    if let slot = state.pointee.slot(of: key, hash) {
      let value = state.pointee.entries[slot].value
      lock.unlock()
      return .found(value)
    }
    if let index = state.pointee.creations.index(of: key, hash, onThread: true) {
      let isMadeHere = state.pointee.creations.entries[index].thread == thread
      if isMadeHere {
        lock.unlock()
        refuseCircle(key)
      }
      let creation = state.pointee.creations.creation(at: index)
      lock.unlock()
      return .wait(creation)
    }
    let number = state.pointee.creations.insert(for: key, hash, thread: thread, nil)
    lock.unlock()
    return .create(number)
  }

  @usableFromInline @inline(never)
  func refuseCircle(_ key: Key) -> Never {
    misuse(
      """
      Cache “\(name)”: `make` for the key \(key) must not request the same key.
      """)
  }

  /// Keeps the new value if it is still wanted, and resumes the waiters.
  @inlinable
  func finish(_ number: UInt64, for key: Key, _ hash: UInt32, _ value: Value) {
    let bytes = measure(value)
    var outgoing = State.Outgoing()
    lock.lock()
    let entry = state.pointee.creations.remove(number)
    if entry?.isOutOfDate == false {
      if state.pointee.isHeld { updateAllowance() }
      _ = state.pointee.store(value, for: key, hash, bytes: bytes, &outgoing)
    }
    lock.unlock()
    withExtendedLifetime(outgoing) {}
    entry?.creation?.complete(.success(value))
  }

  /// Lets the next request try again, and resumes the waiters with the error.
  @usableFromInline
  func fail(_ number: UInt64, _ error: any Error) {
    lock.lock()
    let entry = state.pointee.creations.remove(number)
    lock.unlock()
    entry?.creation?.complete(.failure(error))
  }
}

// MARK: Tasks

extension PurgeableCache {
  /// What a task does when no value is cached.
  private enum TaskLookup {
    case found(Value)
    case wait(Creation<Value>, UInt64)
    case create(Creation<Value>, UInt64)
  }

  @usableFromInline
  func awaitValue(
    for key: Key, _ fetch: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let hash = Self.hash(of: key)
    while true {
      let creation: Creation<Value>
      let number: UInt64
      let ticket: Creation<Value>.Ticket?
      switch lookUpForTask(for: key, hash) {
      case .found(let value):
        return value
      case .wait(let other, let itsNumber):
        (creation, number) = (other, itsNumber)
        ticket = other.join()
      case .create(let own, let ownNumber):
        (creation, number) = (own, ownNumber)
        // Joined before the task begins, so that a caller that joins and leaves does not abandon
        // it.
        ticket = own.join()
        own.begin(
          Task {
            do {
              self.finish(ownNumber, for: key, hash, try await fetch())
            } catch {
              self.fail(ownNumber, error)
            }
          })
      }
      if let ticket {
        return try await creation.wait(ticket) { self.outdate(number) }
      }
      // All its waiters have just left, so it is cancelled: later callers need a new one.
      outdate(number)
    }
  }

  private func lookUpForTask(for key: Key, _ hash: UInt32) -> TaskLookup {
    lock.lock()
    defer { lock.unlock() }
    // It may have been inserted since the caller looked.
    if let slot = state.pointee.slot(of: key, hash) {
      return .found(state.pointee.entries[slot].value)
    }
    let index =
      state.pointee.creations.index(of: key, hash, onThread: false)
      ?? state.pointee.creations.index(of: key, hash, onThread: true)
    if let index {
      let number = state.pointee.creations.entries[index].number
      return .wait(state.pointee.creations.creation(at: index), number)
    }
    let creation = Creation<Value>(onThread: false)
    let number = state.pointee.creations.insert(for: key, hash, thread: 0, creation)
    return .create(creation, number)
  }

  /// Marks a creation as out of date, so that the next request starts a new one.
  private func outdate(_ number: UInt64) {
    lock.lock()
    state.pointee.creations.outdate(number)
    lock.unlock()
  }
}
