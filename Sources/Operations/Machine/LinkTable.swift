/// Each edge is in two lists, so that it is found and removed from either end without a search.
struct LinkTable: ~Copyable, Sendable {
  struct Link: PagedElement {
    var kind = EdgeKind.follows
    var lent: UInt8 = 0
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

  var count: Int { links.used }
  var capacity: Int { links.count }

  subscript(_ index: Int32) -> Link {
    _read { yield links[index] }
    _modify { yield &links[index] }
  }

  mutating func make(_ kind: EdgeKind, from dependency: Slot, to dependent: Slot) -> Int32 {
    let index = links.make()
    links[index] = Link(kind: kind, dependency: dependency, dependent: dependent)
    return index
  }

  /// The link must be in no list any more.
  mutating func remove(_ index: Int32) { links.remove(index) }

  var hasGarbage: Bool { links.hasGarbage }

  mutating func takeGarbage() -> [PageGarbage] { links.takeGarbage() }
}
