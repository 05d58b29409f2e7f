/// The rows of a grouped list that have one key, as they were at one moment.
///
/// A section is a collection of its rows, which are counted from 0 in each of them.
///
/// ```swift
/// for section in byBranch.snapshot().sections {
///   print(section.key, section.count)
///   for order in section { print(order.title) }
/// }
/// ```
public struct GroupedSection<Key: Hashable & Sendable, Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// What all rows of the section have in common.
  public let key: Key
  /// The number of the section, counted from 0.
  public let number: Int
  /// All rows of the list.
  let rows: ListSnapshot<Element>
  /// Where the rows of this section stand among them.
  let range: Range<Int>
}

extension GroupedSection: Identifiable {
  /// The key: no two sections of a list have the same.
  public var id: Key { key }
}

extension GroupedSection: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// How many rows the section has.
  public var endIndex: Int { range.count }

  /// The row with this number.
  ///
  /// - Parameter row: the number of the row, counted from 0.
  /// - Complexity: O(log *n*).
  public subscript(row: Int) -> Element {
    guard row >= 0, row < range.count else {
      ListMisuse.noRow(row, count: range.count, in: "a section")
    }
    return rows[range.lowerBound + row]
  }
}

extension GroupedSection: Equatable where Element: Equatable {
  /// Whether both have the same key and equal rows in the same order, whatever their numbers.
  ///
  /// - Complexity: O(*n*).
  public static func == (one: GroupedSection, other: GroupedSection) -> Bool {
    one.key == other.key && one.elementsEqual(other)
  }
}
