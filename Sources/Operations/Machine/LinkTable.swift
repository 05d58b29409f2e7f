/// The edges between operations: each is in two lists, so that it can be found and removed from
/// either end without a search.
struct LinkTable: Sendable {
  struct Link: PagedElement {
    var kind = EdgeKind.follows
    /// The priority that the dependent lends by this link.
    var lent: UInt8 = 0
    /// The operation that is waited for, and the one that waits.
    var dependency: Slot = -1
    var dependent: Slot = -1
    /// Its neighbours among the links to those who wait for the same.
    var nextDependent: Int32 = -1
    var previousDependent: Int32 = -1
    /// Its neighbours among the links to those whom the same waits for.
    var nextDependency: Int32 = -1
    var previousDependency: Int32 = -1

    var nextVacant: Int32 {
      get { nextDependent }
      set { nextDependent = newValue }
    }
  }

  private var links = PagedTable<Link>()

  /// How many links there are.
  var count: Int { links.used }
  /// How many links there is memory for.
  var capacity: Int { links.count }

  subscript(_ index: Int32) -> Link {
    _read { yield links[index] }
    _modify { yield &links[index] }
  }

  /// Takes a place for a link that is in no list yet.
  mutating func make(_ kind: EdgeKind, from dependency: Slot, to dependent: Slot) -> Int32 {
    let index = links.make()
    links[index] = Link(kind: kind, dependency: dependency, dependent: dependent)
    return index
  }

  /// Gives the place of a link that is in no list any more.
  mutating func remove(_ index: Int32) { links.remove(index) }

  var hasGarbage: Bool { links.hasGarbage }

  /// Takes out the pages that are to be freed.
  mutating func takeGarbage() -> [PageGarbage] { links.takeGarbage() }
}
