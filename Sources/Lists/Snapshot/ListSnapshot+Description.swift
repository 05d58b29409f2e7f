extension ListSnapshot: CustomStringConvertible {
  /// The version and the number of rows, as in `Version 3 of a list: 5 rows`.
  public var description: String { "Version \(version) of a list: \(counted(count, "row"))" }
}

/// Returns a number with a noun in the singular or plural.
func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
}
