extension LiveList {
  /// Replaces the contents of the list with these elements, in this order.
  ///
  /// The number of moves is minimal: observers receive as few as possible. All elements that remain
  /// in the list are updated with their new content:
  ///
  /// ```swift
  /// let rejected = orders.replaceAll(with: await desk.allOrders())
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The new contents; of elements with equal identities, only the first is used.
  ///   - origin: The origin of the edit.
  /// - Returns: The elements that were rejected because an earlier one has the same identity.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public func replaceAll(
    with elements: some Sequence<Element>, origin: ListOrigin? = nil
  ) -> [Element] {
    edit { checkedReplaceAll(with: elements, origin) { _, _ in false } }
  }

  /// Replaces the contents of the list with these elements, in this order.
  ///
  /// The number of moves is minimal: observers receive as few as possible. Elements with equal
  /// content are not even updated.
  ///
  /// - Parameters:
  ///   - elements: The new contents; of elements with equal identities, only the first is used.
  ///   - origin: The origin of the edit.
  /// - Returns: The elements that were rejected because an earlier one has the same identity.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public func replaceAll(
    with elements: some Sequence<Element>, origin: ListOrigin? = nil
  ) -> [Element] where Element: Equatable {
    edit { checkedReplaceAll(with: elements, origin) { $0 == $1 } }
  }

  @inlinable
  func checkedReplaceAll(
    with elements: some Sequence<Element>, _ origin: ListOrigin?,
    unless isSame: (Element, Element) -> Bool
  ) -> [Element] {
    // Iterating the user's sequence may edit the list, so the comparison begins only after it.
    var plan = ReplacementPlan(elements)
    let old = ListSnapshot(
      ListVersion(
        tree: writerTree.pointee.copy(), number: nextVersion, lineage: lineage,
        comparison: comparison))
    plan.compare(with: old, unless: isSame)
    guard plan.hasWork else { return plan.rejected }
    beginCopy()
    // Deinitialisers of elements may edit the list, so elements are released only after the plan
    // has been carried out.
    var gone: [Element] = []
    for position in plan.removals.reversed() { gone.append(primitiveRemove(at: position, origin)) }
    plan.chooseMovers()
    for target in plan.rows.indices {
      let row = plan.rows[target]
      let position: Int
      switch plan.action(of: target) {
      case .insert(let place):
        primitiveInsert(row, at: place, origin)
        continue
      case .keep(let place):
        position = place
      case .move(let source, let place):
        primitiveMove(from: source, to: place, origin)
        position = place
      }
      if plan.isChanged[target] { gone.append(primitiveReplace(at: position, with: row, origin)) }
    }
    withExtendedLifetime(gone) {}
    return plan.rejected
  }
}
