/// A row in both versions whose content differs.
public struct ListUpdate: Hashable, Sendable {
  /// The position before the changes.
  public var old: Int
  /// The position after the changes.
  public var new: Int

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - old: The position before the changes.
  ///   - new: The position after the changes.
  public init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }
}

extension ListUpdate: CustomStringConvertible {
  /// Both positions, as in `4→3`, or one if they are equal.
  public var description: String { old == new ? "\(old)" : "\(old)→\(new)" }
}
