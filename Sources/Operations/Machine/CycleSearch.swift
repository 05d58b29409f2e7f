/// A search for a path along links that is made in pieces, between which other calls proceed.
///
/// It advances from both ends. While it is in ``OperationMachine/cycleSearches``, an added link
/// continues it where an end has passed already. So if an end is exhausted, there is no path at that
/// moment. A path is valid only if no link that the search has followed was removed; otherwise the
/// search starts again. The step from an operation that needs a category of limit 1 to the holder of
/// the category counts as a link. It also starts again if it may have missed a new holder
/// (`isOutdated`).
final class CycleSearch: @unchecked Sendable {  // guard: the lock of the machine
  struct Visit {
    var generation: UInt32 = 0
    /// That of an end in the current run; otherwise it was not visited.
    var mark: UInt32 = 0
    var cameFrom: Slot = -1
  }

  struct End {
    var mark: UInt32
    var cursor: SearchCursor
    var pending = PagedQueue<NodeID>()
    /// From where the ends have met back to the beginning.
    var trail = Trail()

    init(mark: UInt32, isForward: Bool) {
      self.mark = mark
      cursor = SearchCursor(isForward: isForward)
    }
  }

  /// The first and last operations of a trail; errors report no more.
  struct Trail {
    static var longestPart: Int { OperationError.longestPath }

    private var beginning: [NodeID] = []
    private var end: [NodeID] = []

    mutating func append(_ id: NodeID) {
      guard beginning.count == Self.longestPart else { return beginning.append(id) }
      end.append(id)
      if end.count == 2 * Self.longestPart { end.removeFirst(Self.longestPart) }
    }

    var ids: [NodeID] { beginning + end }
  }

  let dependency: NodeID
  let dependent: NodeID
  /// It visits what is waited for.
  var forward = End(mark: 0, isForward: true)
  /// It visits what waits.
  var backward = End(mark: 0, isForward: false)
  /// The slot whose holdings do not count.
  private(set) var ignored: Slot = -1
  /// The number of times it has begun.
  private(set) var runs = 0
  /// A link that it has followed was removed.
  var isBroken = false
  /// It may have missed the new holder of a category.
  var isOutdated = false
  /// It has reached an operation for which it has no room: another search is needed.
  private(set) var isOutgrown = false
  private(set) var hasMet = false
  private var visits: [Visit]
  /// For each category of limit 1, the operation from which the forward end followed it last, and the
  /// end's mark.
  private var followers: [(id: NodeID, mark: UInt32)]

  /// - Complexity: O(*n*) for *n* slots and categories; without the lock.
  init(from dependency: NodeID, to dependent: NodeID, slots: Int, categories: Int) {
    self.dependency = dependency
    self.dependent = dependent
    // New operations and categories may be reached too.
    visits = Array(repeating: Visit(), count: 2 * slots + 1_024)
    followers = Array(
      repeating: (NodeID(slot: -1, generation: 0), 0), count: 2 * categories + 1_024)
  }

  func begin(ignoring ignored: Slot) {
    self.ignored = ignored
    let mark = UInt32(2 * runs + 1)
    runs += 1
    (forward, backward) = (
      End(mark: mark, isForward: true), End(mark: mark + 1, isForward: false)
    )
    (isBroken, isOutdated, hasMet) = (false, false, false)
    visit(dependency, from: -1, &forward, other: 0)
    visit(dependent, from: -1, &backward, other: 0)
  }

  func mark(of id: NodeID) -> UInt32 {
    let slot = Int(id.slot)
    guard slot < visits.count, visits[slot].generation == id.generation else { return 0 }
    return visits[slot].mark
  }

  func cameFrom(_ slot: Slot) -> Slot { visits[Int(slot)].cameFrom }

  func visit(_ id: NodeID, from origin: Slot, _ end: inout End, other: UInt32) {
    guard Int(id.slot) < visits.count else {
      isOutgrown = true
      return
    }
    let present = mark(of: id)
    if present == end.mark { return }
    if present == other, other > 0 {
      hasMet = true
      meeting = end.mark < other ? (origin, id.slot) : (id.slot, origin)
      return
    }
    visits[Int(id.slot)] = Visit(generation: id.generation, mark: end.mark, cameFrom: origin)
    end.pending.append(id)
  }

  func follow(_ category: Int32, from id: NodeID, mark: UInt32) {
    guard Int(category) < followers.count else {
      isOutgrown = true
      return
    }
    followers[Int(category)] = (id, mark)
  }

  /// It may have left the table since.
  func follower(of category: Int32) -> NodeID? {
    guard Int(category) < followers.count, followers[Int(category)].mark == forward.mark else {
      return nil
    }
    return followers[Int(category)].id
  }

  /// The operations of the two ends that are linked.
  private(set) var meeting: (forward: Slot, backward: Slot) = (-1, -1)

  /// Follows the way back by one operation at each end; returns whether both are done.
  func traceBack(_ id: (Slot) -> NodeID) -> Bool {
    if meeting.forward >= 0 {
      forward.trail.append(id(meeting.forward))
      meeting.forward = cameFrom(meeting.forward)
    }
    if meeting.backward >= 0 {
      backward.trail.append(id(meeting.backward))
      meeting.backward = cameFrom(meeting.backward)
    }
    return meeting.forward < 0 && meeting.backward < 0
  }

  var path: [NodeID] { forward.trail.ids.reversed() + backward.trail.ids }
}
