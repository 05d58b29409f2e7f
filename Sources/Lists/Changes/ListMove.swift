/// A row that left its place and stands at another.
public struct ListMove: Hashable, Sendable {
  /// Where it was before all changes.
  public var source: Int
  /// Where it is after all changes.
  public var target: Int

  /// A row that moved.
  ///
  /// - Parameters:
  ///   - source: where it was before all changes.
  ///   - target: where it is after all changes.
  public init(from source: Int, to target: Int) {
    self.source = source
    self.target = target
  }
}

extension ListMove: CustomStringConvertible {
  /// Both positions, as in `4→0`.
  public var description: String { "\(source)→\(target)" }
}
