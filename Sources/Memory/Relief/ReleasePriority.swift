/// The order among responders with the same rebuild cost.
public enum ReleasePriority: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Before the others.
  case early

  /// Between `early` and `late`.
  case normal

  /// After the others: the user will soon need this again.
  case late

  /// Returns whether the first is asked before the second.
  ///
  /// - Parameters:
  ///   - one: A priority.
  ///   - other: Another priority.
  /// - Returns: Whether the first is asked earlier.
  public static func < (one: ReleasePriority, other: ReleasePriority) -> Bool {
    one.rawValue < other.rawValue
  }
}
