/// A row with new content in a list with sections.
public struct GroupedUpdate: Hashable, Sendable {
  /// The path before the changes.
  public var old: RowPath
  /// The path after the changes.
  public var new: RowPath

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - old: The path before the changes.
  ///   - new: The path after the changes.
  public init(old: RowPath, new: RowPath) {
    self.old = old
    self.new = new
  }
}

extension GroupedUpdate: CustomStringConvertible {
  /// Both paths, as in `2.0*0.4`.
  public var description: String { "\(old)*\(new)" }
}
