/// Decides which operation may start, and how the end of one affects others.
///
/// It runs nothing, resumes nothing, and has no clock. Its methods are the events; the resulting
/// actions are appended to ``actions``. The caller holds a lock during a call and performs the
/// actions without it, in order.
///
/// The stages of an operation are: its dependencies have ended; its conditions are met; it has all
/// its categories; it has a concurrency slot; its body runs; its children end.
struct OperationMachine: ~Copyable, Sendable {
  enum Action: Sendable, Equatable {
    /// The outcome is known, and the caller has not handled it.
    case decided(NodeID, Verdict)
    /// The operation has left the table: nothing of it runs or will run.
    case settled(NodeID)
    case callSchedule(NodeID)
    /// It became ready; only for operations with `reportsReadiness`.
    case becameReady(NodeID)
    /// It was ready, and waits again; only for operations with `reportsReadiness`.
    case steppedBack(NodeID)
    case interrupt(NodeID)
    case requestDriver(manager: Int32, lane: LaneIndex, priority: UInt8)
    /// A wait in a body has ended, and the operation has its slot again.
    case resume(ticket: UInt64)
    case escalate(NodeID, UInt8)
    case idle(manager: Int32)
  }

  enum DriverStep: Sendable, Equatable {
    case run(NodeID)
    case check(NodeID)
  }

  var records = PagedTable<OperationRecord>()
  var links = LinkTable()
  var lineEntries = PagedTable<LineEntry>()
  var priorityCounts = PagedTable<PriorityCounts>()
  var managers: [ManagerState] = []
  private var freeManagers: [Int32] = []
  var lanes: [LaneState] = []
  var categories = PagedTable<CategoryState>()
  var actions: [Action] = []

  var work = Work()
  /// The rest of what may be done before other calls proceed; set for each call.
  ///
  /// Each operation that is decided or settled, and each link that is followed, costs one.
  var budget = Int.max
  var cursors: [Cursor] = []
  var lastCursor: CursorID = 0
  var touched: [(manager: Int32, lane: LaneIndex)] = []
  var lastNumber: UInt64 = 0
  /// At least as large as the generation of any unused record.
  private var lastGeneration: UInt32 = 0
  var search: UInt32 = 0
  var stepCount = 0
  /// While it is 0, no edge to an older operation can close a cycle.
  var backwardLinks = 0
  /// An operation that needs a held category of limit 1 waits for its holder, perhaps a newer one.
  var exclusivesHeld = 0
  /// The operations that run graphs, with their managers, and the number of waits in their steps.
  var stepWaits: [NodeID: (count: Int, manager: Int32)] = [:]
  /// The number of managers with ``ManagerState/hasSerialStepWaits``.
  var serialStepWaits = 0
  var cycleSearches: [CycleSearch] = []
  /// The number of operations in lines of categories that must not be overtaken any more.
  var overtakingBarredCount = 0
  /// Whether plain operations take the general way too; for tests.
  var forcesSlowPath = false
  /// An operation became ready with another priority than those taken ahead.
  var isRecallDue = false
  /// The number of entries in lines of categories that were examined, as a measure of their cost.
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
      for lane in LaneIndex.allCases { lanes[laneIndex(free, lane)] = LaneState() }
      return free
    }
    managers.append(manager)
    for _ in LaneIndex.allCases { lanes.append(LaneState()) }
    return Int32(managers.count - 1)
  }

  func laneIndex(_ manager: Int32, _ lane: LaneIndex) -> Int {
    Int(manager) * LaneIndex.allCases.count + Int(lane.rawValue)
  }

  mutating func removeManager(_ manager: Int32) {
    freeManagers.append(manager)
  }

  mutating func setLimit(_ limit: Int, of manager: Int32) {
    serialStepWaits -= managers[Int(manager)].hasSerialStepWaits ? 1 : 0
    managers[Int(manager)].limit = limit
    serialStepWaits += managers[Int(manager)].hasSerialStepWaits ? 1 : 0
    wake(manager)
  }

  mutating func setSuspended(_ isSuspended: Bool, _ manager: Int32) {
    managers[Int(manager)].isSuspended = isSuspended
    if !isSuspended { wake(manager) }
  }

  private mutating func wake(_ manager: Int32) {
    resumeReturning(manager)
    touch(manager, .compute)
    touch(manager, .main)
    requestDrivers()
  }

  mutating func addCategory(limit: Int) -> Int32 {
    let category = categories.make()
    categories[category] = CategoryState(limit: limit)
    return category
  }

  /// Removes a category that no operation needs or will need.
  mutating func removeCategory(_ category: Int32) {
    categories[category] = CategoryState()
    categories.remove(category)
  }

  // MARK: Operations

  mutating func add(
    manager: Int32, lane: LaneIndex = .compute, priority: UInt8 = 2,
    traits: OperationRecord.Traits = [], categories: [Int32] = []
  ) -> NodeID {
    let slot = records.make()
    lastNumber += 1
    let record = records.address(slot)
    // In a new page, records have no generation: an earlier page may have used any.
    let last = record.pointee.generation
    record.pointee = OperationRecord()
    record.pointee.generation = (last == 0 ? lastGeneration : last) &+ 1
    record.pointee.phase = .waiting
    record.pointee.manager = manager
    record.pointee.owner = manager
    record.pointee.lane = lane
    record.pointee.ownPriority = priority
    record.pointee.priority = priority
    record.pointee.traits = traits
    record.pointee.number = lastNumber
    if !categories.isEmpty { record.pointee.categories = categories }
    if !traits.contains(.isScope) { addToOwner(slot) }
    if !categories.isEmpty { joinCategories(slot) }
    return NodeID(slot: slot, generation: record.pointee.generation)
  }

  /// Nil if it has left the table.
  func slot(of id: NodeID) -> Slot? {
    records.contains(id.slot) && self[id.slot].generation == id.generation ? id.slot : nil
  }

  func id(of slot: Slot) -> NodeID { NodeID(slot: slot, generation: self[slot].generation) }

  /// When nothing refers to it; with `callerNotifies`, the caller handles that it has settled.
  mutating func vacate(_ slot: Slot, callerNotifies: Bool = false) {
    if !callerNotifies { actions.append(.settled(id(of: slot))) }
    if self[slot].traits.isDisjoint(with: [.isScope, .hasLeft]) { removeFromOwner(slot) }
    if self[slot].priorityCounts >= 0 { priorityCounts.remove(self[slot].priorityCounts) }
    self[slot].generation &+= 1
    self[slot].phase = .ended
    self[slot].verdict = nil
    if !self[slot].categories.isEmpty { self[slot].categories = [] }
    lastGeneration = max(lastGeneration, self[slot].generation)
    records.remove(slot)
  }

  private mutating func addToOwner(_ slot: Slot) {
    let owner = Int(self[slot].owner)
    managers[owner].unsettled += 1
    let next = managers[owner].youngest
    managers[owner].youngest = slot
    self[slot].nextOfOwner = next
    if next >= 0 { self[next].previousOfOwner = slot }
  }

  mutating func removeFromOwner(_ slot: Slot) {
    let owner = self[slot].owner
    if !managers[Int(owner)].sweeps.isEmpty { moveSweeps(from: slot) }
    let (next, previous) = (self[slot].nextOfOwner, self[slot].previousOfOwner)
    if previous >= 0 {
      self[previous].nextOfOwner = next
    } else {
      managers[Int(owner)].youngest = next
    }
    if next >= 0 { self[next].previousOfOwner = previous }
    managers[Int(owner)].unsettled -= 1
    guard managers[Int(owner)].unsettled == 0, managers[Int(owner)].isIdleAwaited else { return }
    managers[Int(owner)].isIdleAwaited = false
    actions.append(.idle(manager: owner))
  }
}
