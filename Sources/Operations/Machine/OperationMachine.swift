/// Decides which operation may start, and what the end of one means for the others.
///
/// It runs nothing, wakes nobody, and knows no clock: it is told what happens, and lists in
/// ``actions`` what is to be done. Whoever tells it holds a lock; the actions are carried out
/// without it, in their order.
///
/// An operation passes, in this order: those before it have ended; its conditions are met; it has
/// all its categories; its manager has a slot; its body runs; its children end.
struct OperationMachine: Sendable {
  /// What is to be done.
  enum Action: Sendable, Equatable {
    /// Its outcome is known, and was not told by who ran it.
    case decided(NodeID, Verdict)
    /// It has left the table: nothing of it runs or will run.
    case settled(NodeID)
    /// Its type is to schedule it.
    case handOut(NodeID)
    /// It could start; said only of those that are followed.
    case becameReady(NodeID)
    /// It could have started, and waits again; said only of those that are followed.
    case steppedBack(NodeID)
    /// Its running body, or its conditions, are to hear that they should stop.
    case interrupt(NodeID)
    /// A driver is needed.
    case callDriver(manager: Int32, lane: LaneIndex, priority: UInt8)
    /// A managed wait has ended, and has its slot again.
    case resume(ticket: UInt64)
    /// It has become more urgent while it runs.
    case escalate(NodeID, UInt8)
    /// The manager has nothing left to do.
    case idle(manager: Int32)
  }

  /// What a driver does next.
  enum Order: Sendable, Equatable {
    case run(NodeID)
    case check(NodeID)
  }

  var records = PagedTable<OperationRecord>()
  var links = LinkTable()
  var places = PagedTable<LinePlace>()
  var loans = PagedTable<Loans>()
  var managers: [ManagerState] = []
  private var freeManagers: [Int32] = []
  /// The lanes of all managers, those of each beside each other.
  var lanes: [LaneState] = []
  var categories = PagedTable<CategoryState>()
  var actions: [Action] = []

  /// What is still to be done.
  var work = Work()
  /// How much more of it may be done before others have their turn.
  ///
  /// The shell sets it for each call. Each operation that is decided or settled, and each link that
  /// is followed, takes one.
  var budget = Int.max
  /// Where interrupted walks go on.
  var cursors: [Cursor] = []
  var lastCursor: CursorID = 0
  /// Lanes that may need a driver.
  var touched: [(manager: Int32, lane: LaneIndex)] = []
  var lastNumber: UInt64 = 0
  /// At least as much as the generation of any place that is vacant.
  private var lastGeneration: UInt32 = 0
  /// The number of the last search.
  var search: UInt32 = 0
  /// How many edges searches have followed: what they cost.
  var stepCount = 0
  /// How many edges lead from an older operation to a younger dependency.
  ///
  /// While there is none, no edge to an older operation can close a circle.
  var backwardLinks = 0
  /// How many places in categories that have one are taken: whoever needs it waits for its holder,
  /// which may be the younger one.
  var exclusivesHeld = 0
  /// How many in the lines of categories have been passed as often as they may be.
  var impatientCount = 0
  /// How many entries in lines of categories have been looked at: what the lines cost.
  var lookCount = 0

  subscript(_ slot: Slot) -> OperationRecord {
    @inline(__always)
    _read { yield records[slot] }
    @inline(__always)
    _modify { yield &records[slot] }
  }

  // MARK: Managers and categories

  mutating func addManager(limit: Int) -> Int32 {
    var manager = ManagerState()
    manager.limit = limit
    if let free = freeManagers.popLast() {
      managers[Int(free)] = manager
      for lane in LaneIndex.allCases { lanes[place(free, lane)] = LaneState() }
      return free
    }
    managers.append(manager)
    for _ in LaneIndex.allCases { lanes.append(LaneState()) }
    return Int32(managers.count - 1)
  }

  /// Where a lane is.
  func place(_ manager: Int32, _ lane: LaneIndex) -> Int {
    Int(manager) * LaneIndex.allCases.count + Int(lane.rawValue)
  }

  mutating func removeManager(_ manager: Int32) {
    freeManagers.append(manager)
  }

  /// How many operations of a manager may execute at a time.
  mutating func setLimit(_ limit: Int, of manager: Int32) {
    managers[Int(manager)].limit = limit
    wake(manager)
  }

  /// While a manager is suspended, none of its operations starts.
  mutating func setSuspended(_ isSuspended: Bool, _ manager: Int32) {
    managers[Int(manager)].isSuspended = isSuspended
    if !isSuspended { wake(manager) }
  }

  private mutating func wake(_ manager: Int32) {
    resumeReturning(manager)
    touch(manager, .compute)
    touch(manager, .main)
    callDrivers()
  }

  mutating func addCategory(limit: Int) -> Int32 {
    let category = categories.make()
    categories[category] = CategoryState(limit: limit)
    return category
  }

  /// No operation that has not ended needs the category, and none will.
  mutating func removeCategory(_ category: Int32) {
    categories[category] = CategoryState()
    categories.remove(category)
  }

  // MARK: Operations

  /// Makes a place for an operation that is not submitted yet.
  mutating func add(
    manager: Int32, lane: LaneIndex = .compute, priority: UInt8 = 2,
    traits: OperationRecord.Traits = [], categories: [Int32] = []
  ) -> NodeID {
    let slot = records.make()
    lastNumber += 1
    var record = OperationRecord()
    // A new page has places with no generation: what was there before may have had any.
    let last = self[slot].generation
    record.generation = (last == 0 ? lastGeneration : last) &+ 1
    record.phase = .waiting
    record.manager = manager
    record.home = manager
    record.lane = lane
    record.ownPriority = priority
    record.priority = priority
    record.traits = traits
    record.number = lastNumber
    record.categories = categories
    self[slot] = record
    if !traits.contains(.isScope) { settleIn(slot) }
    if !categories.isEmpty { joinCategories(slot) }
    return NodeID(slot: slot, generation: record.generation)
  }

  /// The operation's place, or nil if it has left the table.
  func slot(of id: NodeID) -> Slot? {
    records.contains(id.slot) && self[id.slot].generation == id.generation ? id.slot : nil
  }

  func id(of slot: Slot) -> NodeID { NodeID(slot: slot, generation: self[slot].generation) }

  /// Takes an operation out of the table, once nothing refers to it.
  mutating func vacate(_ slot: Slot) {
    actions.append(.settled(id(of: slot)))
    if !self[slot].traits.contains(.isScope) { moveOut(slot) }
    if self[slot].loans >= 0 { loans.remove(self[slot].loans) }
    self[slot].generation &+= 1
    self[slot].phase = .ended
    self[slot].verdict = nil
    if !self[slot].categories.isEmpty { self[slot].categories = [] }
    lastGeneration = max(lastGeneration, self[slot].generation)
    records.remove(slot)
  }

  /// A manager has one more operation.
  private mutating func settleIn(_ slot: Slot) {
    let home = Int(self[slot].home)
    managers[home].unsettled += 1
    let next = managers[home].youngest
    managers[home].youngest = slot
    self[slot].nextAtHome = next
    if next >= 0 { self[next].previousAtHome = slot }
  }

  /// One of the operations of a manager has settled.
  private mutating func moveOut(_ slot: Slot) {
    let home = self[slot].home
    if !managers[Int(home)].sweeps.isEmpty { moveSweeps(from: slot) }
    let (next, previous) = (self[slot].nextAtHome, self[slot].previousAtHome)
    if previous >= 0 {
      self[previous].nextAtHome = next
    } else {
      managers[Int(home)].youngest = next
    }
    if next >= 0 { self[next].previousAtHome = previous }
    managers[Int(home)].unsettled -= 1
    guard managers[Int(home)].unsettled == 0, managers[Int(home)].isIdleAwaited else { return }
    managers[Int(home)].isIdleAwaited = false
    actions.append(.idle(manager: home))
  }
}
