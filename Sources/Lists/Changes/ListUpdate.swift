/// A row that is in both versions, with other content.
public struct ListUpdate: Hashable, Sendable {
  /// Where it was before all changes.
  public var old: Int
  /// Where it is after all changes.
  public var new: Int

  /// A row whose content changed.
  ///
  /// - Parameters:
  ///   - old: where it was before all changes.
  ///   - new: where it is after all changes.
  public init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }
}

extension ListUpdate: CustomStringConvertible {
  /// Both positions, as in `4→3`, or the one if they are equal.
  public var description: String { old == new ? "\(old)" : "\(old)→\(new)" }
}
