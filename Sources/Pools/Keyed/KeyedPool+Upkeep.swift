internal import StageFloor

extension KeyedPool {
  /// Changes how many elements may exist, in all and of each key.
  ///
  /// More: those in line are served at once. Fewer: idle elements end now, the coldest first, and
  /// what is still too many ends as it comes back. With 0, nothing is lent until it is raised.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements and keys.
  public func setCapacity(_ capacity: Int, perKey capacityPerKey: Int) {
    require(
      capacity >= 0 && capacityPerKey >= 0,
      """
      A capacity counts elements: give 0 to lend nothing for now, not \(capacity) and \
      \(capacityPerKey) per key.
      """)
    core.decide { desk, now, orders in
      desk.machine.setCapacity(capacity, perKey: capacityPerKey, at: now, into: &orders)
    }
  }

  /// Ends idle elements of whatever key, the coldest first, leaving
  /// ``PoolConfiguration/minimumIdle``.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func trim(_ how: Trim) -> Int { core.trim(how) }

  /// Ends every element made so far: those that are idle now, the others as they come back.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements of all keys.
  public func invalidateAll() { core.invalidateAll() }

  /// Ends every element made so far for this key: those that are idle now, the others as they come
  /// back.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements of all keys.
  public func invalidate(_ key: Key) {
    guard let entry = directory.entry(of: key) else { return }
    core.decide { desk, now, orders in
      guard let shelf = entry.shelf else { return }
      desk.machine.invalidate(shelf, at: now, into: &orders)
    }
  }

  /// Closes the pool and waits until everything is back.
  ///
  /// New borrowers get ``PoolError/shutDown`` from now on. Those in line are served or sent away,
  /// as `waiters` says; at the deadline, or when the calling task is cancelled, those who are left
  /// are sent away. What is out then ends as it comes back.
  ///
  /// May be called again, also at the same time, and then waits for the same end.
  ///
  /// - Parameters:
  ///   - waiters: what becomes of those in line.
  ///   - deadline: how long to wait.
  /// - Returns: whether all came back, and if not, who still holds what.
  @discardableResult
  public func shutdown(
    waiters: WaiterFate = .serve, deadline: Duration = .seconds(30)
  ) async -> ShutdownReport {
    await core.shutDown(waiters: waiters, deadline: deadline)
  }
}
