/// The edges between operations: each is in two lists, so that it can be found and removed from
/// either end without a search.
struct LinkTable: Sendable {
  struct Link: Sendable {
    var kind: EdgeKind
    /// Who is waited for, and who waits.
    var dependency: Slot
    var dependent: Slot
    /// Its neighbours among the links to those who wait for the same.
    var nextDependent: Int32 = -1
    var previousDependent: Int32 = -1
    /// Its neighbours among the links to those whom the same waits for.
    var nextDependency: Int32 = -1
    var previousDependency: Int32 = -1
  }

  private var links: [Link] = []
  private var free: Int32 = -1
  private(set) var count = 0

  subscript(_ index: Int32) -> Link {
    _read { yield links[Int(index)] }
    _modify { yield &links[Int(index)] }
  }

  /// Takes a place for a link that is in no list yet.
  mutating func make(_ kind: EdgeKind, from dependency: Slot, to dependent: Slot) -> Int32 {
    count += 1
    let link = Link(kind: kind, dependency: dependency, dependent: dependent)
    guard free >= 0 else {
      links.append(link)
      return Int32(links.count - 1)
    }
    let index = free
    free = links[Int(index)].nextDependent
    links[Int(index)] = link
    return index
  }

  /// Gives the place of a link that is in no list any more.
  mutating func remove(_ index: Int32) {
    count -= 1
    links[Int(index)].nextDependent = free
    free = index
  }
}
