/// A row of a list with sections that has new content.
public struct GroupedUpdate: Hashable, Sendable {
  /// Where it was before all changes.
  public var old: RowPath
  /// Where it is after all changes.
  public var new: RowPath

  /// A row with new content.
  ///
  /// - Parameters:
  ///   - old: where it was before all changes.
  ///   - new: where it is after all changes.
  public init(old: RowPath, new: RowPath) {
    self.old = old
    self.new = new
  }
}

extension GroupedUpdate: CustomStringConvertible {
  /// Both paths, as in `2.0*0.4`.
  public var description: String { "\(old)*\(new)" }
}
