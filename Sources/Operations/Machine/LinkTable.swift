/// The edges between operations.
///
/// Each edge is in two lists, so that it can be found and removed from either end without a search.
struct LinkTable: ~Copyable, Sendable {
  struct Link: PagedElement {
    var kind = EdgeKind.follows
    /// The priority that the dependent lends through this link.
    var lent: UInt8 = 0
    /// The operation that is waited for, and the one that waits.
    var dependency: Slot = -1
    var dependent: Slot = -1
    /// The neighbours in the list of links to the dependents of the same operation.
    var nextDependent: Int32 = -1
    var previousDependent: Int32 = -1
    /// The neighbours in the list of links to the dependencies of the same operation.
    var nextDependency: Int32 = -1
    var previousDependency: Int32 = -1

    var nextVacant: Int32 {
      get { nextDependent }
      set { nextDependent = newValue }
    }
  }

  private var links = PagedTable<Link>()

  /// The number of links.
  var count: Int { links.used }
  /// The number of links that have memory.
  var capacity: Int { links.count }

  subscript(_ index: Int32) -> Link {
    _read { yield links[index] }
    _modify { yield &links[index] }
  }

  /// Allocates a link that is in no list yet.
  mutating func make(_ kind: EdgeKind, from dependency: Slot, to dependent: Slot) -> Int32 {
    let index = links.make()
    links[index] = Link(kind: kind, dependency: dependency, dependent: dependent)
    return index
  }

  /// Frees a link that is in no list any more.
  mutating func remove(_ index: Int32) { links.remove(index) }

  var hasGarbage: Bool { links.hasGarbage }

  /// Removes and returns the pages to free.
  mutating func takeGarbage() -> [PageGarbage] { links.takeGarbage() }
}
