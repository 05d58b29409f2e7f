internal import StageFloor

extension LocalPool where Element: AnyObject {
  /// Lends an object until it is given to ``release(_:)``, as in the textbook.
  ///
  /// An idle object if there is one, prepared by `prepareForReuse`; otherwise a new one. The pool
  /// keeps a reference to it meanwhile, so an object that is never released lives as long as the
  /// pool; ``lease()`` cannot be forgotten like that.
  public func acquire() -> Element { acquire(borrow(preferring: nil)) }

  /// Lends the object that last showed `key` if it is idle, just as it was.
  ///
  /// Otherwise the one that has rested longest, prepared, or a new one: as
  /// ``lease(preferring:)`` does.
  public func acquire(preferring key: some Hashable) -> Element {
    acquire(borrow(preferring: AnyHashable(key)))
  }

  /// Gives an object back that was acquired.
  ///
  /// - Returns: `.notLent` if it was not acquired from this pool, or has been released since.
  ///   Then nothing is changed, except that ``PoolSnapshot/strayReleases`` counts it: no object is
  ///   ever lent to two borrowers.
  @discardableResult
  public func release(_ object: Element) -> ReturnOutcome {
    guard let slot = acquired.removeValue(forKey: ObjectIdentifier(object)) else {
      tally.strayReleases += 1
      return .notLent
    }
    giveBack(slot)
    return .returned
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
