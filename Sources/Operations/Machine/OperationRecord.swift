/// What the machine knows of one operation.
struct OperationRecord: PagedElement {
  /// Where an operation is in its life.
  enum Phase: UInt8, Sendable {
    /// Waits for others, or to be submitted. Exits: `checkDue`, `inLine`, `ready`, `ended`.
    case waiting
    /// Its conditions are to be asked. Exits: `checking`, `waiting`, `ended`.
    case checkDue
    /// Its conditions are being asked. Exits: `waiting`, `inLine`, `ready`, `ended`.
    case checking
    /// Waits for its categories. Exits: `ready`, `waiting`, `ended`.
    case inLine
    /// Could start. Exits: `executing`, `handedOut`, `waiting`, `ended`.
    case ready
    /// Its type decides when it starts. Exits: `ready`, `executing`, `ended`.
    case handedOut
    /// Its body runs. Exits: `resting`, `closing`, `inLine`, `ready`, `waiting`, `ended`.
    case executing
    /// Will be tried again. Exits: `inLine`, `ready`, `checkDue`, `ended`.
    case resting
    /// Nothing of it runs any more but its children. Exits: `ended`, or `inLine` and `ready` if its
    /// body was interrupted and is to come again.
    case closing
    /// Nothing of it runs or will run. It may be in the table until all before it have ended, so
    /// that those who follow it do not start early.
    case ended
  }

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt32

    /// It has conditions, and they have not been met.
    static let needsCheck = Traits(rawValue: 1 << 0)
    /// Its type schedules it.
    static let schedulesItself = Traits(rawValue: 1 << 1)
    /// Shared by key: it is wanted only while somebody waits for it.
    static let isShared = Traits(rawValue: 1 << 2)
    /// It keeps its categories between two attempts.
    static let keepsCategories = Traits(rawValue: 1 << 3)
    /// It takes the place of a preemptible operation in its categories.
    static let preempts = Traits(rawValue: 1 << 4)
    /// It can be interrupted and started again later.
    static let isPreemptible = Traits(rawValue: 1 << 5)
    /// The first failure among its children cancels the others.
    static let failsFast = Traits(rawValue: 1 << 6)
    /// It is no operation of a manager but a scope around some.
    static let isScope = Traits(rawValue: 1 << 7)
    /// It was started in a place of its own: it neither has nor wants a slot of its manager.
    static let isOutside = Traits(rawValue: 1 << 8)
    /// Somebody wants to know when it becomes ready.
    static let isFollowed = Traits(rawValue: 1 << 9)
    /// It fails fast, and one of its children has failed: those that come late are cancelled too.
    static let hasFailed = Traits(rawValue: 1 << 10)
    /// It is shared, and an edge or a wait has needed it.
    static let wasNeeded = Traits(rawValue: 1 << 12)
    /// It is one of many that are being cancelled at once, or what it needs has ended without
    /// success: it starts no more.
    static let isCalledOff = Traits(rawValue: 1 << 20)
    /// It has ended, and not all that its end decides have been decided: it does not settle yet.
    static let isTelling = Traits(rawValue: 1 << 21)
    /// Others are to be given its handle before it settles.
    static let isClaimed = Traits(rawValue: 1 << 23)
    /// In the lines of its categories it was overtaken so often that it counts as urgent.
    static let isOverdue = Traits(rawValue: 1 << 22)
  }

  var generation: UInt32 = 0
  var phase = Phase.ended
  var traits: Traits = []
  var lane = LaneIndex.compute
  /// What its owner gave it, and what it has at the moment: at least as much as all that wait.
  var ownPriority: UInt8 = 2
  var priority: UInt8 = 2
  var isSubmitted = false
  var holdsCategories = false
  var holdsSlot = false
  /// How many others have not ended, and one more until it is submitted.
  var pending: Int32 = 1
  /// In whose lines it stands, and whose slot it takes.
  var manager: Int32 = 0
  /// To whom it belongs, and its neighbours among the operations of the same.
  var home: Int32 = 0
  var nextAtHome: Slot = -1
  var previousAtHome: Slot = -1
  /// Its two lists of links, to those that wait for it and to those that it waits for, the youngest
  /// link first.
  var firstDependent: Int32 = -1
  var lastDependent: Int32 = -1
  var firstDependency: Int32 = -1
  /// What its dependents lend it, by its place in the table of loans; of few, below 0, it is looked
  /// up in the list, and this is their number, as `-1 - number`.
  var loans: Int32 = -1
  var parent: Slot = -1
  var openChildren: Int32 = 0
  /// How many managed waits its body is in.
  var awaits: Int32 = 0
  /// How many of them have ended and wait for the slot, to go on.
  var returns: Int32 = 0
  /// How many that need it are left, if it is shared: edges, waits, and handles that were handed out
  /// and have not been used.
  var interest: Int32 = 0
  /// Scratch space of a search.
  var mark: UInt32 = 0
  var cameFrom: Slot = -1
  /// The first of its places in lines.
  var firstPlace: Int32 = -1
  /// The first of its places among those that need a category.
  var firstMembership: Int32 = -1
  /// Its number among all operations; also the order in which they were made.
  var number: UInt64 = 0
  /// The number of who let it go on last, and why it had waited.
  var blocker: UInt64 = 0
  var blockedBy = Blockage.nothing
  var categories: [Int32] = []
  /// Somebody wants it to stop.
  var cancelRequest: Verdict.Cause?
  /// How its body ended, while its children have not; or how it is to end, when that is decided or
  /// its conditions, which are being asked, have answered.
  var bodyVerdict: Verdict?
  var verdict: Verdict?
  /// How many took categories before it that came after it.
  var passedOver: UInt8 = 0
  /// How long the chain is by which conditions made it or asked for it: 0 if none did.
  var detourDepth: UInt16 = 0

  var nextVacant: Int32 {
    get { nextAtHome }
    set { nextAtHome = newValue }
  }

  /// Whether its body or its conditions are running.
  var isOccupied: Bool { phase == .executing || phase == .checking }
}

/// What an operation waited for last.
enum Blockage: UInt8, Sendable {
  case nothing
  case dependency
  case category
  case width
  case rest
}

/// Where the body of an operation runs.
enum LaneIndex: UInt8, CaseIterable, Sendable {
  case compute
  case main
}
