internal import StageFloor

extension LocalPool where Element: AnyObject {
  /// Lends an object until it is returned with ``release(_:)``.
  ///
  /// It lends an idle object, prepared by `prepareForReuse`, if there is one, and otherwise a new
  /// one; with a key, as ``lease(preferring:)`` does. The pool retains the object meanwhile, so an
  /// object that is never released lives as long as the pool; a lease returns its element
  /// automatically.
  ///
  /// - Parameter key: The key of the content that the borrower wants to show.
  /// - Returns: The object.
  public func acquire(preferring key: AnyHashable? = nil) -> Element {
    acquire(borrow(preferring: key))
  }

  /// Returns an acquired object to the pool.
  ///
  /// - Parameter object: The object to return.
  /// - Returns: False if the object was not acquired from this pool, or has been released
  ///   since. Then nothing changes, except that ``PoolSnapshot/strayReleases`` counts it: no object
  ///   is ever lent to two borrowers.
  @discardableResult
  public func release(_ object: Element) -> Bool {
    guard let slot = acquired.removeValue(forKey: ObjectIdentifier(object)) else {
      tally.strayReleases += 1
      return false
    }
    returnElement(slot)
    return true
  }

  /// Destroys an object that can no longer be used, although it is idle.
  ///
  /// A borrower discards what it holds; this is for an object that reports its end by itself, such
  /// as a web page whose process was killed.
  ///
  /// ```swift
  /// page.onProcessEnd = { [weak page] in if let page { pages.discard(idle: page) } }
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of idle objects.
  /// - Parameter object: The object to destroy.
  /// - Returns: False if the object is not idle in this pool. Then nothing changes.
  @discardableResult
  public func discard(idle object: Element) -> Bool {
    var slot = machine.slots.coldest
    while let idle = slot, places[idle].pointee !== object {
      slot = machine.slots.colder(after: idle)
    }
    guard let slot else { return false }
    settle { machine, effects in machine.destroy(slot, because: .byBorrower, into: &effects) }
    return true
  }

  private func acquire(_ loan: Loan) -> Element {
    let object = loan.place.pointee
    let other = acquired.updateValue(loan.slot, forKey: ObjectIdentifier(object))
    require(
      other == nil,
      """
      The closure `make` of a pool of \(Element.self) returned the same object twice: return a new \
      one each time.
      """)
    return object
  }
}
