/// The position of a row in a list with sections.
public struct RowPath: Hashable, Sendable {
  /// The number of the section, counted from 0.
  public var section: Int
  /// The number of the row in its section, counted from 0.
  public var row: Int

  /// Creates a path.
  ///
  /// - Parameters:
  ///   - section: The number of the section, counted from 0.
  ///   - row: The number of the row in its section, counted from 0.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension RowPath: Comparable {
  /// Returns whether the first path precedes the second in reading order.
  public static func < (one: RowPath, other: RowPath) -> Bool {
    (one.section, one.row) < (other.section, other.row)
  }
}

extension RowPath: CustomStringConvertible {
  /// Both numbers, as in `2.0`.
  public var description: String { "\(section).\(row)" }
}
