/// A row in both versions whose content differs, in a list or in a list with sections.
public struct ListUpdate<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The position before the changes; in a list with sections, a ``RowPath``.
  public var old: Position
  /// The position after the changes.
  public var new: Position

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - old: The position before the changes.
  ///   - new: The position after the changes.
  @inlinable
  public init(old: Position, new: Position) {
    self.old = old
    self.new = new
  }
}

extension ListUpdate: CustomStringConvertible {
  /// Both positions, as in `4→3`, or one if they are equal.
  public var description: String { old == new ? "\(old)" : "\(old)→\(new)" }
}
