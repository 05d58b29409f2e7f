/// The rows of a list in another order.
///
/// ```swift
/// let agenda = orders.sorted { $0.due < $1.due }
/// // … when the reader taps on the head of a column:
/// agenda.sort { $0.title < $1.title }
/// ```
///
/// Rows that the order does not tell apart stand as they do in the source. A change of the source
/// takes O(log *n*) comparisons for each row that has changed; among rows that the order does not
/// tell apart, each of them takes O(log *n*) in addition. A row whose changed content leaves it where
/// it was is an update and no move.
public final class SortedList<Element: Identifiable & Sendable>:
  DerivedList<Element>, @unchecked Sendable  // guard: it never changes; its core has its own
where Element.ID: Sendable {
  private let renewal: Renewal<OrderRules<Element, WholeList>>

  @usableFromInline
  init(_ core: DerivedCore<Element>, _ renewal: Renewal<OrderRules<Element, WholeList>>) {
    self.renewal = renewal
    super.init(core)
  }

  /// Sorts by something else from now on.
  ///
  /// Whoever reads next puts all rows in order, and finds those that stand elsewhere as one change;
  /// as few of them move as possible. Several calls in between are like the last one. It may be
  /// called from any thread.
  ///
  /// - Parameter areInIncreasingOrder: whether one row comes before another.
  public func sort(
    by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool
  ) {
    renewal.change { $0.rowOrder = areInIncreasingOrder }
    bell.ring()
  }
}

extension ListReading {
  /// The rows in another order, as a list of its own.
  ///
  /// Store it as a ``SortedList``. The first reader sorts all rows, on its own thread: a million
  /// can take seconds. If that would be the main actor, read ``DerivedList/snapshot()`` in a
  /// detached task before, and show the list then.
  ///
  /// - Parameter areInIncreasingOrder: whether one row comes before another, never both the other
  ///   way round. See ``DerivedList`` for when it is asked.
  /// - Returns: a list that follows this one.
  @inlinable
  public func sorted(
    by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool
  ) -> SortedList<Element> {
    let renewal = Renewal(
      OrderRules<Element, WholeList>(
        key: { _ in WholeList() }, sectionOrder: { _, _ in false }, rowOrder: areInIncreasingOrder))
    let engine = OrderEngine(self, renewal: renewal)
    return SortedList(
      DerivedCore(bell: bell, comparison: ListVersion.comparison) { engine.catchUp($0) }, renewal)
  }

  /// The rows in the order of something that they have.
  ///
  /// ```swift
  /// let agenda = orders.sorted(on: \.due)
  /// ```
  ///
  /// - Parameter value: by what the rows are sorted, the least first.
  /// - Returns: a list that follows this one.
  @inlinable
  public func sorted<Value: Comparable & SendableMetatype>(
    on value: @escaping @Sendable (Element) -> Value
  ) -> SortedList<Element> {
    sorted { value($0) < value($1) }
  }
}
