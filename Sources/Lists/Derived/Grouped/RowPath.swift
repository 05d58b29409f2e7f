/// Where a row stands in a list that has sections.
public struct RowPath: Hashable, Sendable {
  /// The number of the section, counted from 0.
  public var section: Int
  /// The number of the row in its section, counted from 0.
  public var row: Int

  /// Where a row stands.
  ///
  /// - Parameters:
  ///   - section: the number of the section, counted from 0.
  ///   - row: the number of the row in its section, counted from 0.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension RowPath: Comparable {
  /// Whether the first path comes before the second, as rows are read.
  public static func < (one: RowPath, other: RowPath) -> Bool {
    (one.section, one.row) < (other.section, other.row)
  }
}

extension RowPath: CustomStringConvertible {
  /// Both numbers, as in `2.0`.
  public var description: String { "\(section).\(row)" }
}
