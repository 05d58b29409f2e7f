extension ReusePool {
  /// Lends an element of a kind until the lease ends.
  ///
  /// - Precondition: the kind was registered.
  public func lease<Element>(_ identifier: ReuseIdentifier<Element>) -> LocalLease<Element> {
    pool(for: identifier).lease()
  }

  /// Lends the element of a kind that last showed `key` if it is idle, just as it was.
  ///
  /// Otherwise the one that has rested longest, prepared, or a new one.
  ///
  /// - Precondition: the kind was registered.
  public func lease<Element>(
    _ identifier: ReuseIdentifier<Element>, preferring key: some Hashable
  ) -> LocalLease<Element> {
    pool(for: identifier).lease(preferring: key)
  }

  /// Makes elements of a kind ahead of need, until `count` exist, idle and lent together.
  ///
  /// Stops early when as many are idle as the kind may keep.
  ///
  /// - Precondition: the kind was registered.
  public func prewarm<Element>(_ identifier: ReuseIdentifier<Element>, count: Int) {
    pool(for: identifier).warmUp(to: count)
  }

  /// The numbers of one kind at this moment.
  ///
  /// - Precondition: the kind was registered.
  public func snapshot<Element>(of identifier: ReuseIdentifier<Element>) -> PoolSnapshot {
    pool(for: identifier).snapshot
  }
}

extension ReusePool {
  /// Lends an object of a kind until it is given to ``enqueue(_:for:)``.
  ///
  /// An idle object if there is one, prepared for reuse; otherwise a new one.
  ///
  /// - Precondition: the kind was registered.
  public func dequeue<Element: AnyObject>(_ identifier: ReuseIdentifier<Element>) -> Element {
    pool(for: identifier).acquire()
  }

  /// Lends the object of a kind that last showed `key` if it is idle, just as it was.
  ///
  /// Otherwise the one that has rested longest, prepared, or a new one.
  ///
  /// - Precondition: the kind was registered.
  public func dequeue<Element: AnyObject>(
    _ identifier: ReuseIdentifier<Element>, preferring key: some Hashable
  ) -> Element {
    pool(for: identifier).acquire(preferring: key)
  }

  /// Gives an object back that was dequeued, to be reused.
  ///
  /// An object that was not dequeued as this kind, or has been given back since, is not kept: nothing
  /// changes, except that ``PoolSnapshot/strayReleases`` of ``snapshot(of:)`` counts it. Look at the
  /// outcome where objects of several kinds meet: one that is given back as the wrong kind stays on
  /// loan, and is never reused.
  ///
  /// - Returns: `.notLent` if it was not on loan as this kind.
  /// - Precondition: the kind was registered.
  @discardableResult
  public func enqueue<Element: AnyObject>(
    _ object: Element, for identifier: ReuseIdentifier<Element>
  ) -> ReturnOutcome {
    pool(for: identifier).release(object)
  }
}
