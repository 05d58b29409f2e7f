extension GroupedSnapshot {
  /// A section of an immutable version of a grouped list: the rows with one key.
  ///
  /// A section is a collection of its rows, with indices that start at 0.
  ///
  /// ```swift
  /// for section in byBranch.snapshot().sections {
  ///   print(section.key, section.count)
  ///   for order in section { print(order.title) }
  /// }
  /// ```
  public struct Section: Sendable {
    /// The key that the section's rows have in common.
    public let key: Key
    /// The number of the section, counted from 0.
    public let number: Int
    let rows: ListSnapshot<Element>
    let range: Range<Int>
  }
}

extension GroupedSnapshot.Section: Identifiable {
  /// The key, which is unique among the sections of a list.
  public var id: Key { key }
}

extension GroupedSnapshot.Section: RandomAccessCollection {
  /// The index of the first row: 0.
  public var startIndex: Int { 0 }

  /// The index after the last row: the number of rows in the section.
  public var endIndex: Int { range.count }

  /// The row with this number.
  ///
  /// - Parameter row: The number of the row, counted from 0.
  /// - Complexity: O(log *n*).
  public subscript(row: Int) -> Element {
    guard row >= 0, row < range.count else {
      ListMisuse.noRow(row, count: range.count, in: "a section")
    }
    return rows[range.lowerBound + row]
  }
}

extension GroupedSnapshot.Section: Equatable where Element: Equatable {
  /// Returns whether both have the same key and equal rows in the same order, regardless of their
  /// numbers.
  ///
  /// - Complexity: O(*n*).
  public static func == (one: Self, other: Self) -> Bool {
    one.key == other.key && one.elementsEqual(other)
  }
}

extension GroupedSnapshot.Section: CustomStringConvertible {
  /// The number, the key and the number of rows, as in `Section 0, North: 4 rows`.
  public var description: String { "Section \(number), \(key): \(counted(count, "row"))" }
}
