extension LiveList {
  /// Makes the list consist of these elements, in this order.
  ///
  /// Elements that stay in the list keep their place where they can, so that observers hear of as
  /// few moves as possible. All that stay get new content:
  ///
  /// ```swift
  /// let rejected = orders.replaceAll(with: await desk.allOrders())
  /// ```
  ///
  /// - Parameters:
  ///   - elements: what the list is to have; of those with one identity only the first.
  ///   - origin: where the edit comes from.
  /// - Returns: the elements that were not taken, because one with their identity came before.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public func replaceAll(
    with elements: some Sequence<Element>, origin: ListOrigin? = nil
  ) -> [Element] {
    edit { replaceRows(with: elements, origin) { _, _ in false } }
  }

  /// Makes the list consist of these elements, in this order.
  ///
  /// Elements that stay in the list keep their place where they can, so that observers hear of as
  /// few moves as possible. Those with equal content are not even an update.
  ///
  /// - Parameters:
  ///   - elements: what the list is to have; of those with one identity only the first.
  ///   - origin: where the edit comes from.
  /// - Returns: the elements that were not taken, because one with their identity came before.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public func replaceAll(
    with elements: some Sequence<Element>, origin: ListOrigin? = nil
  ) -> [Element] where Element: Equatable {
    edit { replaceRows(with: elements, origin) { $0 == $1 } }
  }

  @inlinable
  func replaceRows(
    with elements: some Sequence<Element>, _ origin: ListOrigin?,
    unless isSame: (Element, Element) -> Bool
  ) -> [Element] {
    // The sequence is the user's and may edit the list; only after it does the plan begin.
    var plan = ReplacementPlan(elements)
    let old = ListSnapshot(
      ListVersion(
        tree: tree.pointee.copy(), number: stamp, lineage: lineage, comparison: comparison))
    plan.compare(with: old, unless: isSame)
    guard plan.hasWork else { return plan.rejected }
    open()
    // Elements that end may edit the list: not before the plan is carried out.
    var gone: [Element] = []
    for position in plan.removals.reversed() { gone.append(stepRemove(at: position, origin)) }
    plan.chooseMovers()
    for target in plan.rows.indices {
      let row = plan.rows[target]
      let position: Int
      switch plan.fate(of: target) {
      case .insert(let place):
        stepInsert(row, at: place, origin)
        continue
      case .keep(let place):
        position = place
      case .move(let source, let place):
        stepMove(from: source, to: place, origin)
        position = place
      }
      if plan.isChanged[target] { gone.append(stepReplace(at: position, with: row, origin)) }
    }
    withExtendedLifetime(gone) {}
    return plan.rejected
  }
}
