extension BoundedPool {
  /// Calls `observer` for each event of this pool from now on.
  ///
  /// ```swift
  /// let observation = books.observe { event in print(event) }
  /// ```
  ///
  /// - The observer is called on the thread on which the event happened, outside the pool's locks.
  ///   It should return quickly, and may use the pool.
  /// - The events of one thread arrive in order. Those of different threads may arrive out of
  ///   order, and at the same time. If an observer uses the pool, observers that were added after
  ///   it receive the events that this causes before the one that it is handling.
  /// - Several observers are called in the order in which they were added.
  /// - The first observation moves the pool to its slow path permanently, also if it is cancelled:
  ///   from then on, each loan takes the lock and reads the clock.
  /// - A loan that began before the first observation is not reported when it ends, unless the pool
  ///   records its loans for another reason: timings, a long-hold threshold, or detection of nested
  ///   borrowing. An event that is happening on another thread when the observation begins may be
  ///   missing, as may the first elements that a pool creates for `minimumIdle`.
  /// - The pool retains the observer until the observation ends: an observer that retains the pool
  ///   keeps it alive until then. The observation does not retain the pool. Elements that are
  ///   returned after the pool was dropped are still reported.
  ///
  /// - Parameter observer: The function to call.
  /// - Returns: An observation that ends when it is cancelled or released.
  public func observe(_ observer: @escaping @Sendable (PoolEvent) -> Void) -> ObservationToken {
    core.observe(observer)
  }

  /// The events of this pool from now on, as a sequence for one task.
  ///
  /// ```swift
  /// for await event in books.events { print(event) }
  /// ```
  ///
  /// - Each access begins an observation, with the consequences that ``observe(_:)`` describes, and
  ///   returns a separate sequence. Events are stored from that moment on.
  /// - The events of one thread arrive in order; those of different threads may be out of order.
  /// - The newest ``PoolEvent/bufferLimit`` events are stored while the task is busy; older ones
  ///   are dropped.
  /// - The sequence ends when the consuming task is cancelled, or when the pool has been dropped
  ///   and its last element was destroyed. It does not retain the pool.
  public var events: AsyncStream<PoolEvent> { core.events }
}
