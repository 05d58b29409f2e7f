/// A row that has moved in a list with sections.
public struct GroupedMove: Hashable, Sendable {
  /// The path before the changes.
  public var source: RowPath
  /// The path after the changes.
  public var target: RowPath

  /// Creates a move.
  ///
  /// - Parameters:
  ///   - source: The path before the changes.
  ///   - target: The path after the changes.
  public init(from source: RowPath, to target: RowPath) {
    self.source = source
    self.target = target
  }
}

extension GroupedMove: CustomStringConvertible {
  /// Both paths, as in `2.0→0.4`.
  public var description: String { "\(source)→\(target)" }
}
