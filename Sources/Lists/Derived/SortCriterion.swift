/// One of several values by which the rows of a list are sorted.
///
/// The first criterion decides; the next one decides among rows that it does not distinguish, and
/// so on:
///
/// ```swift
/// let shelf = orders.sorted(by: [.ascending(\.author), .descending(\.due)])
/// // … when the reader taps a column header:
/// shelf.sort(by: [.ascending(\.title), .ascending(\.author)])
/// ```
public struct SortCriterion<Element: Sendable>: Sendable {
  /// Negative if the first row precedes the second, positive if it follows it.
  @usableFromInline let compare: @Sendable (Element, Element) -> Int

  @inlinable
  init(_ compare: @escaping @Sendable (Element, Element) -> Int) {
    self.compare = compare
  }

  /// Returns a criterion with which rows with smaller values are first.
  ///
  /// Values that are not equal to themselves, such as NaN, are last, and equal to each other.
  ///
  /// - Parameter value: Returns the value of a row; called for each comparison.
  /// - Returns: The criterion.
  @inlinable
  public static func ascending<Value: Comparable & SendableMetatype>(
    _ value: @escaping @Sendable (Element) -> Value
  ) -> SortCriterion {
    SortCriterion { one, other in
      let (one, other) = (value(one), value(other))
      if one < other { return -1 }
      if other < one { return 1 }
      // Without a place of its own, NaN would be a tie with two values that differ.
      let (isOrdered, isOtherOrdered) = (one == one, other == other)
      return isOrdered == isOtherOrdered ? 0 : isOrdered ? -1 : 1
    }
  }

  /// Returns a criterion with which rows with greater values are first.
  ///
  /// Values that are not equal to themselves, such as NaN, are first, and equal to each other.
  ///
  /// - Parameter value: Returns the value of a row; called for each comparison.
  /// - Returns: The criterion.
  @inlinable
  public static func descending<Value: Comparable & SendableMetatype>(
    _ value: @escaping @Sendable (Element) -> Value
  ) -> SortCriterion {
    let ascending = ascending(value)
    return SortCriterion { ascending.compare($1, $0) }
  }

  /// Returns whether one row precedes another by the first criterion that distinguishes them.
  @inlinable
  static func order(_ criteria: [SortCriterion]) -> @Sendable (Element, Element) -> Bool {
    { one, other in
      for criterion in criteria {
        let comparison = criterion.compare(one, other)
        if comparison != 0 { return comparison < 0 }
      }
      return false
    }
  }
}

extension SortedList {
  /// Replaces the order by that of several values.
  ///
  /// - Parameter criteria: The values, the most important one first. Rows that they do not
  ///   distinguish are in the order of the source; so are all rows without a criterion.
  @inlinable
  public func sort(by criteria: [SortCriterion<Element>]) {
    sort(by: SortCriterion.order(criteria))
  }
}

extension ListReading {
  /// Returns a list with the rows in the order of several values.
  ///
  /// ```swift
  /// let shelf = orders.sorted(by: [.ascending(\.author), .descending(\.due)])
  /// ```
  ///
  /// - Parameter criteria: The values, the most important one first. Rows that they do not
  ///   distinguish are in the order of this list; so are all rows without a criterion.
  /// - Returns: A list derived from this one.
  @inlinable
  public func sorted(by criteria: [SortCriterion<Element>]) -> SortedList<Element> {
    sorted(by: SortCriterion.order(criteria))
  }
}
