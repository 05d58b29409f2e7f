internal import StageFloor

extension BoundedPool {
  /// Changes how many elements may exist.
  ///
  /// More: those in line are served at once. Fewer: idle elements end now, the coldest first, and
  /// what is still too many ends as it comes back; elements that are added later do not count among
  /// those. With 0, nothing is lent until it is raised.
  public func setCapacity(_ capacity: Int) {
    require(
      capacity >= 0,
      "A capacity counts elements: give 0 to lend nothing for now, not \(capacity).")
    core.setCapacity(capacity)
  }

  /// Puts one more element into stock, and raises the capacity by one.
  ///
  /// The borrower that has waited longest gets it. If the capacity was lowered and elements that are
  /// too many have yet to come back, those end, and not this one. To a pool that was shut down it is
  /// added to end at once.
  ///
  /// To exchange one element for another, use ``Lease/replace(with:)``; to exchange the whole stock,
  /// ``replaceStock(with:)``. Neither raises the capacity.
  public func add(_ element: sending Element) { core.admit(element) }

  /// Lends these elements instead of all that exist.
  ///
  /// The old elements end: those that are idle now, the others as they come back. Borrowers in line
  /// get the new ones at once, the one that has waited longest first. The capacity becomes the number
  /// of the new elements.
  ///
  /// ```swift
  /// books.replaceStock(with: [Book(copy: 3), Book(copy: 4)])
  /// ```
  ///
  /// - Parameter stock: the elements. Each is lent by itself, so they must not share what is not
  ///   `Sendable`: the compiler sees only that the stock as a whole is given away.
  /// - Precondition: the pool was given its stock. A pool that makes its elements exchanges them by
  ///   ``invalidateAll()``.
  /// - Complexity: O(*n*) in the number of elements, old and new.
  public func replaceStock(with stock: sending some Sequence<Element>) {
    core.replaceStock(with: Array(stock))
  }

  /// Makes elements until `count` exist, or as many as the capacity allows.
  ///
  /// Calls are independent: each returns as soon as its count exists, without regard to others, and
  /// a creation that fails after that does not concern it. When its task is cancelled, nothing more
  /// is made for it.
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
