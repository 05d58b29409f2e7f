internal import StageFloor

extension KeyedPool {
  /// Changes the maximum number of elements, in total and for each key.
  ///
  /// If a limit is raised, waiters are served at once. If it is lowered, idle elements are
  /// destroyed now, the longest idle first, and the remaining surplus as it is returned. With 0,
  /// the pool lends nothing until the limit is raised.
  ///
  /// - Parameters:
  ///   - capacity: The new total maximum, 0 or more.
  ///   - capacityPerKey: The new maximum for each key, 0 or more.
  /// - Complexity: O(*n*), where *n* is the number of elements and keys.
  public func setCapacity(_ capacity: Int, perKey capacityPerKey: Int) {
    require(
      capacity >= 0 && capacityPerKey >= 0,
      """
      Capacities must be 0 or more, not \(capacity) in total and \(capacityPerKey) per key.
      """)
    core.setCapacity(capacity, perKey: capacityPerKey)
  }

  /// Creates elements for a key until `count` of them exist, or as many as the capacities allow.
  ///
  /// Waiters come first, and no element of another key is destroyed for it. Calls are independent:
  /// each returns as soon as its count exists. When its task is cancelled, no further elements are
  /// created for it.
  ///
  /// ```swift
  /// try await branches.warmUp(to: 2, for: "Central")  // before the doors open
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of elements of the key that should exist, idle and on loan together. None
  ///     is created beyond ``PoolConfiguration/maximumIdle`` idle elements of all keys.
  ///   - key: The key.
  /// - Throws: The error that `make` threw for the key before `count` was reached,
  ///   ``PoolError/shutdown``, or `CancellationError`.
  public func warmUp(to count: Int, for key: Key) async throws {
    try await core.warmUp(to: count, for: KeySeeker(directory: directory, key: key))
  }

  /// Destroys idle elements of any key, the longest idle first, leaving
  /// ``PoolConfiguration/minimumIdle``.
  ///
  /// - Parameter how: The elements to destroy.
  /// - Returns: The number of elements destroyed.
  @discardableResult
  public func trim(_ how: PoolTrim) -> Int { core.trim(how) }

  /// Destroys the idle elements for which `isUnwanted` returns true.
  ///
  /// The closure receives each idle element with its age and its idle time, the longest idle first;
  /// meanwhile the element is not lent, and the others are. If none is idle, another is created for
  /// a borrower if there is room. It may change the element and use the pool, but must not wait for
  /// an element. Elements that become idle during the call may be missed; those on loan are not
  /// affected. A pool without idle timeout, lifetime and validation does not record when elements
  /// are returned: there, idle time counts from the first call of this method that finds the
  /// element idle, and may restart when another element is lent.
  ///
  /// - Parameter isUnwanted: A closure that returns whether to destroy the element; its parameters
  ///   are the element, its age and its idle time.
  /// - Returns: The number of elements destroyed.
  /// - Complexity: O(*n* · *m*), where *n* is the number of idle elements, and *m* of those of one
  ///   key.
  @discardableResult
  public func discard(
    where isUnwanted: (_ element: inout Element, _ age: Duration, _ idleTime: Duration) -> Bool
  ) -> Int {
    core.discard(where: isUnwanted)
  }

  /// Destroys every element created so far: idle ones now, the others as they are returned.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements of all keys.
  public func invalidateAll() { core.invalidateAll() }

  /// Destroys every element created so far for this key: idle ones now, the others as they are
  /// returned.
  ///
  /// - Parameter key: The key.
  /// - Complexity: O(*n*), where *n* is the number of elements of all keys.
  public func invalidate(_ key: Key) {
    guard let entry = directory.entry(of: key) else { return }
    core.decide { state, now, effects in
      guard let keyIndex = entry.keyIndex else { return }
      state.machine.invalidate(keyIndex, at: now, into: &effects)
    }
  }

  /// Shuts the pool down and waits until every element is returned.
  ///
  /// New borrowers get ``PoolError/shutdown`` from now on. Waiters are served, unless
  /// `failingWaiters`; at the deadline, or when the calling task is cancelled, the remaining
  /// waiters fail. Elements that are still on loan are destroyed as they are returned.
  ///
  /// Repeated and concurrent calls are allowed and wait for the same shutdown.
  ///
  /// - Parameters:
  ///   - failingWaiters: Whether waiters get ``PoolError/shutdown`` at once.
  ///   - deadline: The maximum wait.
  /// - Returns: Whether all elements were returned, and if not, the outstanding loans.
  @discardableResult
  public func shutdown(
    failingWaiters: Bool = false, deadline: Duration = .seconds(30)
  ) async -> PoolShutdownReport {
    await core.shutdown(failingWaiters: failingWaiters, deadline: deadline)
  }
}
