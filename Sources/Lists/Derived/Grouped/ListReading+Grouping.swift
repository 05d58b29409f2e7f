extension ListReading {
  /// The rows in sections, one for each key, in the order of the keys.
  ///
  /// ```swift
  /// let byBranch = orders.grouped(by: \.branch)
  /// let agenda = orders.grouped(by: \.day, sortedBy: { $0.due < $1.due })
  /// ```
  ///
  /// Store it as a ``GroupedList``. The first reader groups all rows, on its own thread: a million
  /// can take seconds. If that would be the main actor, read ``GroupedList/snapshot()`` in a
  /// detached task before, and show the list then.
  ///
  /// - Parameters:
  ///   - key: what the rows of a section have in common; asked once about each row, and again when
  ///     its content has changed. Each key is equal to itself: the program stops otherwise.
  ///   - areInIncreasingOrder: whether one row comes before another in their section; nil: as in
  ///     this list.
  ///   - keepsEmptySections: whether sections stay that have no rows left.
  /// - Returns: a list that follows this one.
  @inlinable
  public func grouped<Key: Comparable & Hashable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key,
    sortedBy areInIncreasingOrder: (@Sendable (Element, Element) -> Bool)? = nil,
    keepsEmptySections: Bool = false
  ) -> GroupedList<Key, Element> {
    grouped(
      by: key, sectionsSortedBy: { $0 < $1 }, sortedBy: areInIncreasingOrder,
      keepsEmptySections: keepsEmptySections)
  }

  /// The rows in sections, one for each key, in an order of your own.
  ///
  /// Store it as a ``GroupedList``. The first reader groups all rows, on its own thread: a million
  /// can take seconds. If that would be the main actor, read ``GroupedList/snapshot()`` in a
  /// detached task before, and show the list then.
  ///
  /// - Parameters:
  ///   - key: what the rows of a section have in common; asked once about each row, and again when
  ///     its content has changed. Each key is equal to itself: the program stops otherwise.
  ///   - sectionOrder: whether the section with one key comes before that with another. Those that
  ///     it does not tell apart stand in the order in which they came.
  ///   - areInIncreasingOrder: whether one row comes before another in their section; nil: as in
  ///     this list.
  ///   - keepsEmptySections: whether sections stay that have no rows left.
  /// - Returns: a list that follows this one.
  @inlinable
  public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key,
    sectionsSortedBy sectionOrder: @escaping @Sendable (Key, Key) -> Bool,
    sortedBy areInIncreasingOrder: (@Sendable (Element, Element) -> Bool)? = nil,
    keepsEmptySections: Bool = false
  ) -> GroupedList<Key, Element> {
    let renewal = Renewal(
      OrderRules(
        key: key, sectionOrder: sectionOrder, rowOrder: areInIncreasingOrder,
        keepsEmptySections: keepsEmptySections))
    let engine = OrderEngine(self, renewal: renewal)
    return GroupedList(
      DerivedCore(bell: bell, comparison: ListVersion.comparison) { engine.catchUp($0) }, renewal
    ) {
      (engine.table, engine.epoch)
    }
  }
}
