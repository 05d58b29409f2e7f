internal import Synchronization

/// Compares two versions of one list, up to a number of rows that have come, gone or moved, and to
/// some cost: beyond either it is a reset.
@usableFromInline
typealias ListComparison<Element: Identifiable & Sendable> =
  @Sendable (
    _ old: ListVersion<Element>, _ new: ListVersion<Element>, _ limit: Int, _ budget: Int
  ) -> ListChanges
where Element.ID: Sendable

/// One version of a list, which never changes; all snapshots of it share it.
@usableFromInline
final class ListVersion<Element: Identifiable & Sendable>:
  @unchecked Sendable  // guard: nothing of it ever changes
where Element.ID: Sendable {
  @usableFromInline let tree: ListTree<Element>
  @usableFromInline let number: UInt64
  /// Which list it is a version of.
  @usableFromInline let lineage: UInt64
  @usableFromInline let comparison: ListComparison<Element>

  @inlinable
  init(
    tree: consuming ListTree<Element>, number: UInt64, lineage: UInt64,
    comparison: @escaping ListComparison<Element>
  ) {
    self.tree = tree
    self.number = number
    self.lineage = lineage
    self.comparison = comparison
  }

  /// What compares versions, made for their elements.
  ///
  /// Whoever makes a list knows what its elements are, whoever follows it may not: a comparison that
  /// is compiled for any elements is several times slower. So each list brings its own.
  @inlinable static var comparison: ListComparison<Element> {
    @inline(__always) get {
      { old, new, limit, budget in
        ListTree.changes(
          from: old.tree, at: old.number, to: new.tree, at: new.number, limit: limit,
          budget: budget)
      }
    }
  }
}

/// What tells lists apart, also after their ends.
@usableFromInline
enum ListLineage {
  private static let last = Atomic<UInt64>(0)

  /// A number that no list has had.
  @usableFromInline
  static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
