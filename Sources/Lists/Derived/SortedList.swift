/// A list with the rows of another one in a different order.
///
/// ```swift
/// let agenda = orders.sorted { $0.due < $1.due }
/// // … when the reader taps a column header:
/// agenda.sort { $0.title < $1.title }
/// ```
///
/// Rows that the order does not distinguish are in the order of the source. A change of the source
/// takes O(log *n*) comparisons for each changed row; among rows that the order does not
/// distinguish, each comparison takes O(log *n*) in addition. A row whose new content leaves it in
/// place is an update, not a move.
public final class SortedList<Element: Identifiable & Sendable>:
  DerivedList<Element>, @unchecked Sendable  // guard: immutable; its core has its own guard
where Element.ID: Sendable {
  @usableFromInline let ruleBox: RuleBox<OrderRules<Element, WholeList>>

  @usableFromInline
  init(_ core: DerivedCore<Element>, _ ruleBox: RuleBox<OrderRules<Element, WholeList>>) {
    self.ruleBox = ruleBox
    super.init(core)
  }

  /// Replaces the order.
  ///
  /// The next reader sorts all rows, and reports the difference as one change with as few moves as
  /// possible. For observers of a long list this is done in the background. Several calls before
  /// the next read are equivalent to the last one. This may be called on any thread.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether one row precedes another.
  @inlinable
  public func sort(
    by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool
  ) {
    let order = RowOrder(areInIncreasingOrder)
    ruleBox.change { $0.rows = order }
    changeSignal.signal()
  }
}

extension ListReading {
  /// Returns a list with the rows in another order.
  ///
  /// Store the result as a ``SortedList``. The first reader sorts all rows, on its own thread, in
  /// up to twice the time that an array takes. If the first reader would be the main actor, read
  /// ``DerivedList/snapshot()`` in a detached task first, and show the list then.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether one row precedes another; it must not be
  ///   true in both directions. ``DerivedList`` describes when it is called.
  /// - Returns: A list derived from this one.
  @inlinable
  public func sorted(
    by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool
  ) -> SortedList<Element> {
    let ruleBox = RuleBox(
      OrderRules<Element, WholeList>(
        key: { _ in WholeList() }, sectionOrder: { _, _ in false },
        rows: RowOrder(areInIncreasingOrder)))
    let engine = OrderEngine(self, ruleBox: ruleBox)
    return SortedList(
      DerivedCore(changeSignal: changeSignal, comparison: ListVersion.comparison) {
        engine.update($0, quickly: $1)
      }, ruleBox)
  }

  /// Returns a list with the rows in the order of a value.
  ///
  /// ```swift
  /// let agenda = orders.sorted(on: \.due)
  /// ```
  ///
  /// - Parameter value: Returns the value by which rows are sorted, in ascending order.
  /// - Returns: A list derived from this one.
  @inlinable
  public func sorted<Value: Comparable & SendableMetatype>(
    on value: @escaping @Sendable (Element) -> Value
  ) -> SortedList<Element> {
    sorted { value($0) < value($1) }
  }
}
