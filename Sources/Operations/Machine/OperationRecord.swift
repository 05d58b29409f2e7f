/// Records are reused; a ``NodeID`` also identifies the operation.
typealias Slot = Int32

/// Identifies an operation, even after its record has been reused.
struct NodeID: Hashable, Sendable {
  var slot: Slot
  var generation: UInt32
}

struct OperationRecord: PagedElement {
  enum Phase: UInt8, Sendable {
    /// Waits for dependencies or for its submission. Exits: `checkDue`, `inLine`, `ready`, `ended`.
    case waiting
    /// Its conditions are to be evaluated. Exits: `checking`, `waiting`, `ended`.
    case checkDue
    /// Its conditions are being evaluated. Exits: `waiting`, `inLine`, `ready`, `ended`.
    case checking
    /// Waits for its categories. Exits: `ready`, `waiting`, `ended`.
    case inLine
    /// Waits for a slot. Exits: `executing`, `scheduling`, `waiting`, `ended`.
    case ready
    /// Its type decides when it starts. Exits: `ready`, `executing`, `ended`.
    case scheduling
    /// Its body runs. Exits: `resting`, `closing`, `inLine`, `ready`, `waiting`, `ended`.
    case executing
    /// Pauses before the next attempt. Exits: `inLine`, `ready`, `checkDue`, `ended`.
    case resting
    /// Only its children run. Exits: `ended`, or `inLine` and `ready` if its body was interrupted
    /// and is to run again.
    case closing
    /// Nothing of it runs or will run. It may stay in the table until all its dependencies have
    /// ended, so that its followers do not start early; parent and manager do not wait for that.
    case ended
  }

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt32

    /// It has conditions that have not been met.
    static let needsCheck = Traits(rawValue: 1 << 0)
    static let schedulesItself = Traits(rawValue: 1 << 1)
    /// It is shared by key, and cancelled when it is no longer needed.
    static let isShared = Traits(rawValue: 1 << 2)
    static let keepsCategories = Traits(rawValue: 1 << 3)
    static let preempts = Traits(rawValue: 1 << 4)
    static let isPreemptible = Traits(rawValue: 1 << 5)
    /// The first failure among its children cancels the others.
    static let failsFast = Traits(rawValue: 1 << 6)
    static let isScope = Traits(rawValue: 1 << 7)
    /// It was started in a task of its own: it neither has nor needs a concurrency slot.
    static let isOutside = Traits(rawValue: 1 << 8)
    static let reportsReadiness = Traits(rawValue: 1 << 9)
    /// It fails fast, and a child has failed: children submitted later are cancelled too.
    static let hasFailed = Traits(rawValue: 1 << 10)
    /// It is shared, and an edge or a wait has needed it.
    static let wasNeeded = Traits(rawValue: 1 << 12)
    /// It cannot start: it is being cancelled with others, or a required operation did not succeed.
    static let isMarkedCancelled = Traits(rawValue: 1 << 20)
    /// It has ended, and not all consequences have been decided: it does not settle yet.
    static let isNotifying = Traits(rawValue: 1 << 21)
    /// Dependents are to receive its handle before it settles.
    static let isClaimed = Traits(rawValue: 1 << 23)
    /// It has ended before its dependencies, and its manager does not count it any more.
    static let hasLeft = Traits(rawValue: 1 << 25)
    /// A driver has taken it ahead, with others; see ``OperationMachine/takeAhead(manager:lane:)``.
    static let isAhead = Traits(rawValue: 1 << 24)
    /// It is overdue in the lines of its categories and counts as urgent.
    static let isOverdue = Traits(rawValue: 1 << 22)
  }

  /// What keeps an operation from ending by ``OperationMachine/finishPlain(_:)``.
  static var specialTraits: Traits {
    [
      .needsCheck, .isShared, .preempts, .isPreemptible, .failsFast, .isScope, .isOutside,
      .hasFailed, .isMarkedCancelled, .isNotifying, .isClaimed,
    ]
  }

  // Small fields are next to each other, because each operation in the table has a record.

  var generation: UInt32 = 0
  var traits: Traits = []
  var phase = Phase.ended
  var lane = LaneIndex.compute
  /// Its own priority, and the current one, which is at least as high as those of its waiters.
  var ownPriority: UInt8 = 2
  var priority: UInt8 = 2
  var isSubmitted = false
  var holdsCategories = false
  var holdsSlot = false
  var blockedBy = Blockage.nothing
  /// How many operations that came later were granted categories before it.
  var overtakenCount: UInt8 = 0
  /// The length of the chain of conditions that created or requested it; 0 if none did.
  var prerequisiteDepth: UInt16 = 0
  /// The number of dependencies that have not ended, plus one until it is submitted.
  var pending: Int32 = 1
  /// The manager whose lines and slots it uses.
  var manager: Int32 = 0
  /// The manager to which it belongs, and its neighbours in the list of that manager.
  var owner: Int32 = 0
  var nextOfOwner: Slot = -1
  var previousOfOwner: Slot = -1
  /// Its two lists of links, to its dependents and to its dependencies, the newest link first.
  var firstDependent: Int32 = -1
  var lastDependent: Int32 = -1
  var firstDependency: Int32 = -1
  /// Or `-1 - number`, the number of dependents if they are few: then there are no counts.
  var priorityCounts: Int32 = -1
  var parent: Slot = -1
  var openChildren: Int32 = 0
  var awaits: Int32 = 0
  /// The number of waits that have ended and need the slot to continue.
  var returns: Int32 = 0
  var interest: Int32 = 0
  var mark: UInt32 = 0
  var cameFrom: Slot = -1
  var firstEntry: Int32 = -1
  var firstMembership: Int32 = -1
  /// The entry of a prepared operation in ``Engine/prepared``; -1 if it has none.
  var prepared: Int32 = -1
  /// Its number among all operations, in the order of creation.
  var number: UInt64 = 0
  var blocker: UInt64 = 0
  /// Retained from the submission until it settles; the machine does not use it.
  var handle: Unmanaged<AnyOperationHandle>?
  var categories: [Int32] = []
  var cancelRequest: Verdict.Cause?
  /// The ending of its body, while its children run; or the ending that is scheduled for it or will
  /// follow the answer of its conditions.
  var bodyVerdict: Verdict?
  var verdict: Verdict?

  var nextVacant: Int32 {
    get { nextOfOwner }
    set { nextOfOwner = newValue }
  }

  var isOccupied: Bool { phase == .executing || phase == .checking }
}

enum Blockage: UInt8, Sendable {
  case nothing
  case dependency
  case category
  case width
  case rest
}

enum LaneIndex: UInt8, CaseIterable, Sendable {
  case compute
  case main
}
