package struct ListSplice: Hashable, Sendable {
  /// Of the first row, after the previous splices have been applied.
  package var position: Int
  package var removed: Int
  package var inserted: Int

  package init(position: Int, removed: Int, inserted: Int) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }
}

extension ListSplice: CustomStringConvertible {
  package var description: String { "\(position): −\(removed) +\(inserted)" }
}
