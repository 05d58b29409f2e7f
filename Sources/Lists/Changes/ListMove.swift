/// A row that has moved, in a list or in a list with sections.
public struct ListMove<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The position before the changes; in a list with sections, a ``RowPath``.
  public var source: Position
  /// The position after the changes.
  public var target: Position

  /// Creates a move.
  ///
  /// - Parameters:
  ///   - source: The position before the changes.
  ///   - target: The position after the changes.
  @inlinable
  public init(from source: Position, to target: Position) {
    self.source = source
    self.target = target
  }
}

extension ListMove: CustomStringConvertible {
  /// Both positions, as in `4→0` or `2.0→0.4`.
  public var description: String { "\(source)→\(target)" }
}
