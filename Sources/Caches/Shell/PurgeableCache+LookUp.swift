public import CStageFloor
public import StageFloor

// MARK: Threads

extension PurgeableCache {
  @usableFromInline
  enum Lookup {
    case found(Value)
    case wait(Creation<Value>)
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

  private func outdate(_ number: UInt64) {
    lock.lock()
    state.pointee.creations.outdate(number)
    lock.unlock()
  }
}
