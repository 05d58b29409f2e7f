/// A row that has moved.
public struct ListMove: Hashable, Sendable {
  /// The position before the changes.
  public var source: Int
  /// The position after the changes.
  public var target: Int

  /// Creates a move.
  ///
  /// - Parameters:
  ///   - source: The position before the changes.
  ///   - target: The position after the changes.
  public init(from source: Int, to target: Int) {
    self.source = source
    self.target = target
  }
}

extension ListMove: CustomStringConvertible {
  /// Both positions, as in `4→0`.
  public var description: String { "\(source)→\(target)" }
}
