/// Neighbouring rows that give way to others.
public struct ListSplice: Hashable, Sendable {
  /// Where it begins, in the state that the splices before it have reached.
  public var position: Int
  /// How many rows go.
  public var removed: Int
  /// How many come in their stead.
  public var inserted: Int

  /// Rows that give way to others.
  ///
  /// - Parameters:
  ///   - position: where they begin, in the state that the splices before have reached.
  ///   - removed: how many rows go.
  ///   - inserted: how many come in their stead.
  public init(position: Int, removed: Int, inserted: Int) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }
}

extension ListSplice: CustomStringConvertible {
  /// Its numbers, as in `3: −1 +2`.
  public var description: String { "\(position): −\(removed) +\(inserted)" }
}
