/// A replacement of adjacent rows by others.
public struct ListSplice: Hashable, Sendable {
  /// The position of the first row, after the previous splices have been applied.
  public var position: Int
  /// The number of removed rows.
  public var removed: Int
  /// The number of rows inserted in their place.
  public var inserted: Int

  /// Creates a splice.
  ///
  /// - Parameters:
  ///   - position: The position of the first row, after the previous splices have been applied.
  ///   - removed: The number of removed rows.
  ///   - inserted: The number of rows inserted in their place.
  public init(position: Int, removed: Int, inserted: Int) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }
}

extension ListSplice: CustomStringConvertible {
  /// The numbers, as in `3: −1 +2`.
  public var description: String { "\(position): −\(removed) +\(inserted)" }
}
