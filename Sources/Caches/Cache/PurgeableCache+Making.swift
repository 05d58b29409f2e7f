public import CStageFloor
public import StageFloor

extension PurgeableCache {
  /// Returns the value for a key, and makes it if none is cached.
  ///
  /// If several threads request it at once, one of them makes it, and the others wait. If that
  /// fails, all of them receive the error, and the next request tries again.
  ///
  /// `make` may use the cache. Requesting the same key would wait for itself: that is a programming
  /// error, which traps. Two keys that need each other are the same error; if two threads make
  /// them, each waits for the other forever.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - make: Makes the value, on the calling thread.
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
  /// If a thread is making the value in ``value(for:make:)``, the tasks wait for it. A thread never
  /// waits for a task: both make the value, and the later of them is kept.
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
  enum Course {
    case take(Value)
    case follow(Flight<Value>)
    /// Make the value, and remove the entry with this number at the end.
    case lead(UInt64)
  }

  @inlinable
  func makeValue(for key: Key, _ make: () throws -> Value) throws -> Value {
    let hash = Self.hash(of: key)
    switch course(for: key, hash) {
    case .take(let value):
      return value
    case .follow(let flight):
      return try flight.wait()
    case .lead(let number):
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
  func course(for key: Key, _ hash: UInt32) -> Course {
    let thread = stage_thread_number()
    lock.lock()
    // It may have been inserted since the caller looked.
    if let slot = desk.pointee.slot(of: key, hash) {
      let value = desk.pointee.entries[slot].value
      lock.unlock()
      return .take(value)
    }
    if let index = desk.pointee.flights.index(of: key, hash, onThread: true) {
      let isMadeHere = desk.pointee.flights.lines[index].thread == thread
      if isMadeHere {
        lock.unlock()
        refuseCircle(key)
      }
      let flight = desk.pointee.flights.flight(at: index)
      lock.unlock()
      return .follow(flight)
    }
    let number = desk.pointee.flights.insert(for: key, hash, thread: thread, nil)
    lock.unlock()
    return .lead(number)
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
    var outgoing = Desk.Outgoing()
    lock.lock()
    let line = desk.pointee.flights.remove(number)
    if line?.isOutOfDate == false {
      if desk.pointee.isHeld { updateAllowance() }
      _ = desk.pointee.store(value, for: key, hash, bytes: bytes, &outgoing)
    }
    lock.unlock()
    withExtendedLifetime(outgoing) {}
    line?.flight?.complete(.success(value))
  }

  /// Lets the next request try again, and resumes the waiters with the error.
  @usableFromInline
  func fail(_ number: UInt64, _ error: any Error) {
    lock.lock()
    let line = desk.pointee.flights.remove(number)
    lock.unlock()
    line?.flight?.complete(.failure(error))
  }
}

// MARK: Tasks

extension PurgeableCache {
  /// What a task does when no value is cached.
  private enum TaskCourse {
    case take(Value)
    case follow(Flight<Value>, UInt64)
    case lead(Flight<Value>, UInt64)
  }

  @usableFromInline
  func awaitValue(
    for key: Key, _ fetch: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let hash = Self.hash(of: key)
    while true {
      let flight: Flight<Value>
      let number: UInt64
      let ticket: Flight<Value>.Ticket?
      switch taskCourse(for: key, hash) {
      case .take(let value):
        return value
      case .follow(let other, let itsNumber):
        (flight, number) = (other, itsNumber)
        ticket = other.join()
      case .lead(let own, let ownNumber):
        (flight, number) = (own, ownNumber)
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
        return try await flight.wait(ticket) { self.outdate(number) }
      }
      // All its waiters have just left, so it is cancelled: later callers need a new one.
      outdate(number)
    }
  }

  private func taskCourse(for key: Key, _ hash: UInt32) -> TaskCourse {
    lock.lock()
    defer { lock.unlock() }
    // It may have been inserted since the caller looked.
    if let slot = desk.pointee.slot(of: key, hash) {
      return .take(desk.pointee.entries[slot].value)
    }
    let index =
      desk.pointee.flights.index(of: key, hash, onThread: false)
      ?? desk.pointee.flights.index(of: key, hash, onThread: true)
    if let index {
      let number = desk.pointee.flights.lines[index].number
      return .follow(desk.pointee.flights.flight(at: index), number)
    }
    let flight = Flight<Value>(onThread: false)
    let number = desk.pointee.flights.insert(for: key, hash, thread: 0, flight)
    return .lead(flight, number)
  }

  /// Marks a creation as out of date, so that the next request starts a new one.
  private func outdate(_ number: UInt64) {
    lock.lock()
    desk.pointee.flights.outdate(number)
    lock.unlock()
  }
}
