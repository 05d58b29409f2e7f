internal import StageFloor

extension GroupedSnapshot {
  /// The sections of an immutable version of a grouped list, in order.
  public struct Sections: Sendable {
    let snapshot: GroupedSnapshot<Key, Element>

    /// The keys of the sections, in order.
    public var keys: [Key] { snapshot.table.keys }

    /// Returns the number of the section with this key.
    ///
    /// - Parameter key: The key of the section's rows.
    /// - Returns: The number; nil if there is no such section.
    /// - Complexity: O(*s*), where *s* is the number of sections.
    public func index(of key: Key) -> Int? { snapshot.table.keys.firstIndex(of: key) }
  }
}

extension GroupedSnapshot.Sections: RandomAccessCollection {
  /// The index of the first section: 0.
  public var startIndex: Int { 0 }

  /// The index after the last section: the number of sections.
  public var endIndex: Int { snapshot.table.count }

  /// The section with this number.
  ///
  /// - Parameter number: The number of the section, counted from 0.
  public subscript(number: Int) -> GroupedSnapshot.Section {
    require(
      number >= 0 && number < snapshot.table.count,
      "There is no section \(number): there are \(snapshot.table.count). Compare numbers with `count`."
    )
    return GroupedSnapshot.Section(
      key: snapshot.table.keys[number], number: number, rows: snapshot.rows,
      range: snapshot.table.rows(of: number))
  }
}

extension GroupedSnapshot.Sections: CustomStringConvertible {
  /// The keys and the numbers of rows, as in `2 sections: North (4 rows), South (1 row)`.
  public var description: String {
    let names = map { "\($0.key) (\(counted($0.count, "row")))" }
    return counted(count, "section") + (names.isEmpty ? "" : ": ")
      + names.joined(separator: ", ")
  }
}
