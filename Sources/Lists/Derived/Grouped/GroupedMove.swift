/// A row that left its place in a list with sections and stands at another.
public struct GroupedMove: Hashable, Sendable {
  /// Where it was before all changes.
  public var source: RowPath
  /// Where it is after all changes.
  public var target: RowPath

  /// A row that moved.
  ///
  /// - Parameters:
  ///   - source: where it was before all changes.
  ///   - target: where it is after all changes.
  public init(from source: RowPath, to target: RowPath) {
    self.source = source
    self.target = target
  }
}

extension GroupedMove: CustomStringConvertible {
  /// Both paths, as in `2.0→0.4`.
  public var description: String { "\(source)→\(target)" }
}
