extension ElasticPool {
  /// Calls `observer` for each event of this pool from now on; see ``BoundedPool/observe(_:)``.
  ///
  /// The first observation moves the pool to its slow path permanently.
  ///
  /// - Parameter observer: The function to call, on the thread on which the event happened.
  /// - Returns: An observation that ends when it is cancelled or released.
  public func observe(_ observer: @escaping @Sendable (PoolEvent) -> Void) -> ObservationToken {
    core.observe(observer)
  }

  /// The events of this pool from now on, as a sequence for one task; see ``BoundedPool/events``.
  public var events: AsyncStream<PoolEvent> { core.events }
}
