extension BoundedPool {
  /// Changes how many elements may exist.
  ///
  /// More: those in line are served at once. Fewer: idle elements end now, the coldest first, and
  /// what is still too many ends as it comes back. With 0, nothing is lent until it is raised.
  public func setCapacity(_ capacity: Int) {
    precondition(
      capacity >= 0,
      "A capacity counts elements: give 0 to lend nothing for now, not \(capacity).")
    core.setCapacity(capacity)
  }

  /// Puts one more element into stock, and raises the capacity by one.
  ///
  /// Whoever has waited longest gets it. To a pool that was shut down it is added to end at once.
  public func add(_ element: sending Element) { core.admit(element) }

  /// Makes elements until `count` exist, or as many as the capacity allows.
  ///
  /// - Parameter count: how many elements are to exist; of a given stock none are made.
  /// - Throws: what `make` threw, if it did before `count` was reached, or `CancellationError`.
  public func warmUp(to count: Int) async throws { try await core.warmUp(to: count) }

  /// Ends idle elements, the coldest first, leaving ``PoolConfiguration/minimumIdle``.
  ///
  /// A given stock cannot be made again and is never trimmed.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func trim(_ how: Trim) -> Int { core.trim(how) }

  /// Ends every element made so far: those that are idle now, the others as they come back.
  ///
  /// Of a given stock nothing is left then; borrowers wait until something is added.
  public func invalidateAll() { core.invalidateAll() }

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
