public import CStageFloor
public import StageFloor

extension PurgeableCache {
  /// The value for a key, made if none is kept.
  ///
  /// If several threads ask for it at once, one of them makes it, and the others wait. If that
  /// fails, all of them get the error, and the next who asks tries again.
  ///
  /// `make` may use the cache, but for the same key it would wait for itself: that is a mistake in
  /// the program, and ends it. Two keys whose making needs one another are the same mistake; if two
  /// threads make it, each waits for the other without end.
  ///
  /// - Parameters:
  ///   - key: what the value is found by.
  ///   - make: makes it, on the calling thread.
  /// - Returns: the value, which is kept unless it is larger than the whole cache, or was set or
  ///   removed meanwhile.
  /// - Throws: what `make` throws, here or on another thread.
  @inlinable
  public func value(for key: Key, make: () throws -> Value) throws -> Value {
    if let value = self[key] { return value }
    return try makeValue(for: key, make)
  }

  /// The value for a key, fetched if none is kept.
  ///
  /// If several tasks ask for it at once, it is fetched once, by a task of its own that none of them
  /// owns, and all of them wait. If that fails, all of them get the error, and the next who asks
  /// tries again. A task that is cancelled waits no longer; if no other is left, the fetching is
  /// cancelled, too, and the next who asks begins anew.
  ///
  /// If a thread is just making the value in ``value(for:make:)``, it is waited for. The other way
  /// round, a thread never waits for a task: both make the value, and the later of them is kept.
  ///
  /// - Parameters:
  ///   - key: what the value is found by.
  ///   - fetch: fetches it. It must not ask for the same key, nor for one whose fetching needs this:
  ///     it would wait for itself until nobody waits for it any more.
  /// - Returns: the value, which is kept unless it is larger than the whole cache, or was set or
  ///   removed meanwhile.
  /// - Throws: what `fetch` throws, or `CancellationError` if the calling task was cancelled while
  ///   it waited.
  @inlinable
  public func fetchValue(
    for key: Key, fetch: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = self[key] { return value }
    return try await awaitValue(for: key, fetch)
  }

  /// What a thread does that found nothing.
  @usableFromInline
  enum Course {
    case take(Value)
    case follow(Flight<Value>)
    /// Makes it, and crosses that number out at the end.
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
    // It may have come since the caller looked.
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
      Cache “\(name)”: the value for \(key) cannot be made by asking the cache for the same value.
      """)
  }

  /// Keeps what was made if it is still wanted, and wakes those who wait.
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

  /// Lets the next who asks try again, and wakes those who wait.
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
  /// What a task does that found nothing.
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
        // Before the task begins, so that nobody who comes and goes makes it look abandoned.
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
      // All who waited for it have just gone: it is of no use to who comes after them.
      outdate(number)
    }
  }

  private func taskCourse(for key: Key, _ hash: UInt32) -> TaskCourse {
    lock.lock()
    defer { lock.unlock() }
    // It may have come since the caller looked.
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

  /// Has the next who asks begin anew.
  private func outdate(_ number: UInt64) {
    lock.lock()
    desk.pointee.flights.outdate(number)
    lock.unlock()
  }
}
