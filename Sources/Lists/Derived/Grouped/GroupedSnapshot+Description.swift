extension GroupedSnapshot: CustomStringConvertible {
  /// The version and the numbers of rows and sections, as in `Version 3 of a grouped list: 12 rows
  /// in 2 sections`.
  public var description: String {
    "Version \(version) of a grouped list: \(counted(count, "row")) in "
      + counted(table.count, "section")
  }
}

extension GroupedSections: CustomStringConvertible {
  /// The keys and the numbers of rows, as in `2 sections: North (4 rows), South (1 row)`.
  public var description: String {
    let names = map { "\($0.key) (\(counted($0.count, "row")))" }
    return counted(count, "section") + (names.isEmpty ? "" : ": ")
      + names.joined(separator: ", ")
  }
}

extension GroupedSection: CustomStringConvertible {
  /// The number, the key and the number of rows, as in `Section 0, North: 4 rows`.
  public var description: String { "Section \(number), \(key): \(counted(count, "row"))" }
}
