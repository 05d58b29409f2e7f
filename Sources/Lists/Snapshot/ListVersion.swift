internal import Synchronization

/// A reset beyond a number of removed, inserted and moved rows, or beyond a cost.
@usableFromInline
typealias ListComparison<Element: Identifiable & Sendable> =
  @Sendable (
    _ old: ListVersion<Element>, _ new: ListVersion<Element>, _ limit: Int, _ budget: Int
  ) -> ListChanges
where Element.ID: Sendable

@usableFromInline
final class ListVersion<Element: Identifiable & Sendable>:
  @unchecked Sendable  // guard: immutable
where Element.ID: Sendable {
  @usableFromInline let tree: ListTree<Element>
  @usableFromInline let number: UInt64
  @usableFromInline let lineage: UInt64
  @usableFromInline let comparison: ListComparison<Element>
  @usableFromInline let step: ListStep?

  @inlinable
  init(
    tree: consuming ListTree<Element>, number: UInt64, lineage: UInt64,
    comparison: @escaping ListComparison<Element>, step: ListStep? = nil
  ) {
    self.step = step
    self.tree = tree
    self.number = number
    self.lineage = lineage
    self.comparison = comparison
  }

  /// Compares versions, specialized for their elements.
  ///
  /// The code that creates a list knows its element type; the code that follows it may not, and an
  /// unspecialized comparison is several times slower. So each list carries its own.
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

/// Numbers that distinguish lists, also after they have been destroyed.
@usableFromInline
enum ListLineage {
  private static let last = Atomic<UInt64>(0)

  @usableFromInline
  static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
