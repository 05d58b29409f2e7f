extension Lease {
  /// Ends the loan and puts another element in the place of this one.
  ///
  /// The pool has as many elements as before: its capacity does not change. The longest waiter
  /// receives the replacement, which counts as new: its age and its uses start now, and
  /// `prepareForReuse` and `validate` are not called for its first loan. In a ``KeyedPool`` it is
  /// lent for the key of the element that it replaces. In a pool that is shut down it is destroyed
  /// at once.
  ///
  /// ```swift
  /// let lease = try await books.lease()
  /// if lease.element.isTorn {
  ///   let torn = lease.replace(with: Book(copy: 7))
  ///   await bindery.repair(torn)
  /// }
  /// ```
  ///
  /// - Parameter replacement: The element that is lent from now on.
  /// - Returns: The element that was on loan. It belongs to the caller, and no hook is called for
  ///   it.
  @inlinable
  @discardableResult
  public consuming func replace(with replacement: sending Element) -> sending Element {
    let place = slot.element(as: Element.self)
    nonisolated(unsafe) let element = place.move()
    place.initialize(to: replacement)
    core._withUnsafeGuaranteedRef { $0.replaced(slot) }
    discard self
    return element
  }
}
