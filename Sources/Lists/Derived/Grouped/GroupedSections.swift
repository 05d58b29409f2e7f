internal import StageFloor

/// The sections of a grouped list at one moment, in their order.
public struct GroupedSections<Key: Hashable & Sendable, Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  let snapshot: GroupedSnapshot<Key, Element>

  /// The keys of the sections in their order.
  public var keys: [Key] { snapshot.table.keys }

  /// The number of the section with this key.
  ///
  /// - Parameter key: what the rows of the section have in common.
  /// - Returns: its number; nil if there is no such section.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  public func index(of key: Key) -> Int? { snapshot.table.keys.firstIndex(of: key) }
}

extension GroupedSections: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// How many sections there are.
  public var endIndex: Int { snapshot.table.count }

  /// The section with this number.
  ///
  /// - Parameter number: the number of the section, counted from 0.
  public subscript(number: Int) -> GroupedSection<Key, Element> {
    require(
      number >= 0 && number < snapshot.table.count,
      "There is no section \(number): there are \(snapshot.table.count). Compare numbers with `count`."
    )
    return GroupedSection(
      key: snapshot.table.keys[number], number: number, rows: snapshot.rows,
      range: snapshot.table.rows(of: number))
  }
}
