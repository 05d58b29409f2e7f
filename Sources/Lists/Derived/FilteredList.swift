/// A list with those rows of another one that pass a filter, in the same order.
///
/// ```swift
/// let found = orders.filtered { $0.isReady }
/// // … when the reader types into the search field:
/// found.filter { $0.title.contains(text) }
/// ```
///
/// A change of the source takes O(log *n*) for each changed row, and calls the filter once for
/// each. A row whose new content starts or stops passing the filter is inserted or removed.
public final class FilteredList<Element: Identifiable & Sendable>:
  DerivedList<Element>, @unchecked Sendable  // guard: immutable; its core has its own guard
where Element.ID: Sendable {
  @usableFromInline let ruleBox: RuleBox<RowRules<Element, Element>>

  @usableFromInline
  init(_ core: DerivedCore<Element>, _ ruleBox: RuleBox<RowRules<Element, Element>>) {
    self.ruleBox = ruleBox
    super.init(core)
  }

  /// Replaces the filter.
  ///
  /// The next reader calls the new filter for all rows, and reports the rows that appear and
  /// disappear as one change; rows that pass both filters are unaffected. For observers of a long
  /// list this is done in the background. Several calls before the next read are equivalent to the
  /// last one. This may be called on any thread.
  ///
  /// - Parameter isIncluded: Returns whether a row passes.
  @inlinable
  public func filter(by isIncluded: @escaping @Sendable (Element) -> Bool) {
    let selection = RowRules.selection(isIncluded)
    ruleBox.change { $0.selection = selection }
    changeSignal.signal()
  }
}

extension ListReading {
  /// Returns a list with the rows that pass a filter.
  ///
  /// - Parameter isIncluded: Returns whether a row passes; called once for each row, and again when
  ///   its content has changed. ``DerivedList`` describes when it is called.
  /// - Returns: A list derived from this one.
  @inlinable
  public func filtered(
    by isIncluded: @escaping @Sendable (Element) -> Bool
  ) -> FilteredList<Element> {
    let ruleBox = RuleBox(RowRules(filter: isIncluded))
    let engine = FilterMapEngine(self, ruleBox: ruleBox, areSame: nil)
    return FilteredList(
      DerivedCore(changeSignal: changeSignal, comparison: ListVersion.comparison) {
        engine.update($0, quickly: $1)
      }, ruleBox)
  }
}
