internal import StageFloor

extension BoundedPool {
  /// Changes the maximum number of elements.
  ///
  /// If it is raised, waiters are served at once. If it is lowered, idle elements are destroyed
  /// now, the longest idle first, and the remaining surplus as it is returned; elements that are
  /// added later are not part of that surplus. With 0, the pool lends nothing until the capacity is
  /// raised.
  ///
  /// - Parameter capacity: The new maximum, 0 or more.
  public func setCapacity(_ capacity: Int) {
    require(
      capacity >= 0,
      "A capacity must be 0 or more, not \(capacity).")
    core.setCapacity(capacity)
  }

  /// Adds an element to the stock, and raises the capacity by one.
  ///
  /// The longest waiter receives it. If the capacity was lowered and surplus elements are still on
  /// loan, those are destroyed when they are returned, not this one. If the pool is shut down, the
  /// element is destroyed at once.
  ///
  /// To exchange one element for another, use ``Lease/replace(with:)``; to exchange the whole
  /// stock, ``replaceStock(with:)``. Neither raises the capacity.
  ///
  /// - Parameter element: The element to add.
  public func add(_ element: sending Element) { core.admit(element) }

  /// Replaces all existing elements with the given ones.
  ///
  /// The old elements are destroyed: idle ones now, the others as they are returned. Waiters
  /// receive the new ones at once, in FIFO order. The capacity becomes the number of the new
  /// elements.
  ///
  /// ```swift
  /// books.replaceStock(with: [Book(copy: 3), Book(copy: 4)])
  /// ```
  ///
  /// - Parameter stock: The elements. Each is lent separately, so they must not share
  ///   non-`Sendable` state: the compiler checks only that the stock as a whole is transferred.
  /// - Precondition: The pool was created with a stock. A pool that creates its elements replaces
  ///   them with ``invalidateAll()``.
  /// - Complexity: O(*n*) in the number of elements, old and new.
  public func replaceStock(with stock: sending some Sequence<Element>) {
    core.replaceStock(with: Array(stock))
  }

  /// Creates elements until `count` exist, or as many as the capacity allows.
  ///
  /// Calls are independent: each returns as soon as its count exists, and a creation that fails
  /// after that does not affect it. When its task is cancelled, no further elements are created for
  /// it.
  ///
  /// - Parameter count: The number of elements that should exist. A pool with a stock creates none.
  /// - Throws: The error that `make` threw before `count` was reached, or `CancellationError`.
  public func warmUp(to count: Int) async throws { try await core.warmUp(to: count) }

  /// Destroys idle elements, the longest idle first, leaving
  /// ``PoolConfiguration/minimumIdle``.
  ///
  /// A stock cannot be created again and is never trimmed.
  ///
  /// - Parameter how: The elements to destroy.
  ///
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
  /// ```swift
  /// sessions.discard { session, age, idleTime in age > .seconds(3_600) && session.isOutdated }
  /// ```
  ///
  /// - Parameter isUnwanted: A closure that returns whether to destroy the element; its parameters
  ///   are the element, its age and its idle time.
  /// - Returns: The number of elements destroyed.
  /// - Complexity: O(*n*), where *n* is the number of idle elements.
  @discardableResult
  public func discard(
    where isUnwanted: (_ element: inout Element, _ age: Duration, _ idleTime: Duration) -> Bool
  ) -> Int {
    core.discard(where: isUnwanted)
  }

  /// Destroys every element created so far: idle ones now, the others as they are returned.
  ///
  /// A stock is then empty; borrowers wait until an element is added.
  public func invalidateAll() { core.invalidateAll() }

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
