extension ListReading {
  /// Groups the rows into sections, one for each key, in the order of the keys.
  ///
  /// ```swift
  /// let byBranch = orders.grouped(by: \.branch)
  /// let agenda = orders.grouped(by: \.day, sortedBy: { $0.due < $1.due })
  /// ```
  ///
  /// Store the result as a ``GroupedList``. The first reader groups all rows, on its own thread, in
  /// up to twice the time that `Dictionary(grouping:by:)` takes. If the first reader would be the
  /// main actor, read ``GroupedList/snapshot()`` in a detached task first, and show the list then.
  ///
  /// - Parameters:
  ///   - key: Returns the key of a row's section; called once for each row, and again when its
  ///     content has changed. The program stops if a key is not equal to itself.
  ///   - areInIncreasingOrder: Returns whether one row precedes another in their section; nil for
  ///     the order of this list.
  ///   - keepsEmptySections: Whether sections without rows are kept.
  /// - Returns: A list derived from this one.
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

  /// Groups the rows into sections, one for each key, in an order of your own.
  ///
  /// Store the result as a ``GroupedList``. The first reader groups all rows, on its own thread, in
  /// up to twice the time that `Dictionary(grouping:by:)` takes. If the first reader would be the
  /// main actor, read ``GroupedList/snapshot()`` in a detached task first, and show the list then.
  ///
  /// - Parameters:
  ///   - key: Returns the key of a row's section; called once for each row, and again when its
  ///     content has changed. The program stops if a key is not equal to itself.
  ///   - sectionOrder: Returns whether the section with one key precedes that with another.
  ///     Sections that it does not distinguish are in the order of their insertion.
  ///   - areInIncreasingOrder: Returns whether one row precedes another in their section; nil for
  ///     the order of this list.
  ///   - keepsEmptySections: Whether sections without rows are kept.
  /// - Returns: A list derived from this one.
  @inlinable
  public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key,
    sectionsSortedBy sectionOrder: @escaping @Sendable (Key, Key) -> Bool,
    sortedBy areInIncreasingOrder: (@Sendable (Element, Element) -> Bool)? = nil,
    keepsEmptySections: Bool = false
  ) -> GroupedList<Key, Element> {
    let ruleBox = RuleBox(
      OrderRules(
        key: key, sectionOrder: sectionOrder,
        rows: areInIncreasingOrder.map { RowOrder($0) },
        keepsEmptySections: keepsEmptySections))
    let engine = OrderEngine(self, ruleBox: ruleBox)
    return GroupedList(
      DerivedCore(changeSignal: changeSignal, comparison: ListVersion.comparison) {
        engine.update($0, quickly: $1)
      }, ruleBox
    ) {
      (engine.table, engine.epoch)
    }
  }
}
