extension ReusePool {
  /// Lends an element of a kind until the lease ends.
  ///
  /// With a key, it lends the element that last showed `key`, unchanged, if it is idle. Otherwise
  /// it lends the element that has been idle longest, prepared for reuse, or a new one.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - key: The key of the content that the borrower wants to show.
  /// - Returns: A lease that returns the element when it ends. Its ``LocalLease/isPreferred`` is
  ///   true if the element still shows `key`.
  /// - Precondition: The kind is registered.
  public func lease<Element>(
    _ identifier: ReuseIdentifier<Element>, preferring key: AnyHashable? = nil
  ) -> LocalLease<Element> {
    pool(for: identifier).lease(preferring: key)
  }

  /// Creates elements of a kind in advance, until `count` exist, idle and on loan together.
  ///
  /// It stops early when the kind has its maximum number of idle elements.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - count: The number of elements that should exist.
  /// - Precondition: The kind is registered.
  public func warmUp<Element>(_ identifier: ReuseIdentifier<Element>, count: Int) {
    pool(for: identifier).warmUp(to: count)
  }

  /// Returns the current counts of one kind.
  ///
  /// - Parameter identifier: The kind.
  /// - Returns: The counts.
  /// - Precondition: The kind is registered.
  public func snapshot<Element>(of identifier: ReuseIdentifier<Element>) -> PoolSnapshot {
    pool(for: identifier).snapshot
  }
}

extension ReusePool {
  /// Lends an object of a kind until it is returned with ``enqueue(_:for:)``.
  ///
  /// It lends an idle object, prepared for reuse, if there is one, and otherwise a new one; with a
  /// key, the object that last showed `key`, unchanged, if it is idle, and otherwise the one that
  /// has been idle longest.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - key: The key of the content that the borrower wants to show.
  /// - Returns: The object.
  /// - Precondition: The kind is registered.
  public func dequeue<Element: AnyObject>(
    _ identifier: ReuseIdentifier<Element>, preferring key: AnyHashable? = nil
  ) -> Element {
    pool(for: identifier).acquire(preferring: key)
  }

  /// Returns a dequeued object to the pool, to be reused.
  ///
  /// An object that was not dequeued as this kind, or has been returned since, is not stored:
  /// nothing changes, except that ``PoolSnapshot/strayReleases`` of ``snapshot(of:)`` counts it.
  /// Check the outcome where objects of several kinds are mixed: an object returned as the wrong
  /// kind stays on loan, and is never reused.
  ///
  /// - Parameters:
  ///   - object: The object to return.
  ///   - identifier: The kind as which it was dequeued.
  /// - Returns: Whether the object was on loan as this kind.
  /// - Precondition: The kind is registered.
  @discardableResult
  public func enqueue<Element: AnyObject>(
    _ object: Element, for identifier: ReuseIdentifier<Element>
  ) -> Bool {
    pool(for: identifier).release(object)
  }
}
