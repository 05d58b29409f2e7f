/// Who is asked first among those that cost the same to rebuild.
public enum ReleasePriority: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Before the others.
  case early

  /// In between.
  case normal

  /// After the others: the user will want this again soon.
  case late

  /// Whether the first is asked before the second.
  public static func < (one: ReleasePriority, other: ReleasePriority) -> Bool {
    one.rawValue < other.rawValue
  }
}
