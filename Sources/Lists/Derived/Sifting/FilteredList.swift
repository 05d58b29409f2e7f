/// Those rows of a list that pass a filter, in their order.
///
/// ```swift
/// let found = orders.filtered { $0.isReady }
/// // … when the reader types into the search field:
/// found.filter { $0.title.contains(text) }
/// ```
///
/// A change of the source takes O(log *n*) for each row that has changed, and asks the filter once
/// about each of them; a row whose changed content begins or ceases to pass comes or goes.
public final class FilteredList<Element: Identifiable & Sendable>:
  DerivedList<Element>, @unchecked Sendable  // guard: it never changes; its core has its own
where Element.ID: Sendable {
  private let renewal: Renewal<@Sendable (Element) -> Element?>

  @usableFromInline
  init(_ core: DerivedCore<Element>, _ renewal: Renewal<@Sendable (Element) -> Element?>) {
    self.renewal = renewal
    super.init(core)
  }

  /// Filters by something else from now on.
  ///
  /// Whoever reads next asks about all rows, and finds the rows that come and go as one change;
  /// those that pass both filters stay as they are. Several calls in between are like the last one.
  /// It may be called from any thread.
  ///
  /// - Parameter isIncluded: whether a row passes.
  public func filter(by isIncluded: @escaping @Sendable (Element) -> Bool) {
    renewal.change { rules in rules = { isIncluded($0) ? $0 : nil } }
    bell.ring()
  }
}

extension ListReading {
  /// Those rows that pass a filter, as a list of its own.
  ///
  /// - Parameter isIncluded: whether a row passes; asked once about each row, and again when its
  ///   content has changed. See ``DerivedList`` for when.
  /// - Returns: a list that follows this one.
  @inlinable
  public func filtered(
    by isIncluded: @escaping @Sendable (Element) -> Bool
  ) -> FilteredList<Element> {
    let renewal = Renewal<@Sendable (Element) -> Element?> { isIncluded($0) ? $0 : nil }
    let engine = SiftEngine(self, isFilter: true, renewal: renewal, areSame: nil)
    return FilteredList(
      DerivedCore(bell: bell, comparison: ListVersion.comparison) { engine.catchUp($0) }, renewal)
  }
}
