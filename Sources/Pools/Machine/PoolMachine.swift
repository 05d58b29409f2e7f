internal import StageFloor

/// Decides which borrower gets which element, and never acts.
///
/// Elements are numbered *slots*, times are nanoseconds passed by the caller, waiters are opaque
/// values that it returns to be woken. ``Action``s are performed after the lock is released.
///
/// Every event that frees an element or capacity ends in ``dispatch(at:into:)``. This ensures the
/// invariant: no borrower waits while an element is idle or capacity remains, unless as many
/// earlier borrowers are on their way to the idle elements, or a failed creation is waiting to be
/// retried.
struct PoolMachine<Waiter, Failure> {
  typealias Moment = Int64
  typealias Preference = PoolPreference
  typealias Line = WaitingLine<Waiter, Outcome>
  typealias Ticket = Line.Ticket

  /// The constant properties of a pool, except for the capacities; durations are in nanoseconds.
  struct Rules {
    enum Builder: Sendable {
      case borrower
      case pool
      /// The pool has a stock.
      case none
    }

    enum IdleOrder: Sendable { case hottest, coldest }

    enum Preparer: Sendable {
      case borrower
      /// In a task of the pool, before it is granted.
      case pool
    }

    var builder = Builder.pool
    var capacity = Int.max
    /// Nil if elements have no keys.
    var capacityPerKey: Int?
    var maximumIdle = Int.max
    var minimumIdle = 0
    var order = IdleOrder.hottest
    var preparer = Preparer.borrower
    var prepares = false
    /// Nil for never.
    var validationWindow: Int64?
    /// The idle time after which the pool itself tests an element; nil for never.
    var testInterval: Int64?
    var idleTimeout: Int64?
    var maximumLifetime: Int64?
    /// The maximum share of the lifetime by which each element's own is shortened at random.
    var lifetimeJitter = 0.1
    var maximumUses: Int?
    var concurrentBuilds = Int.max
    /// How long running threads may overtake waiting threads, or nil for never.
    var overtaking: Int64? = 1_000_000
    var firstRetryDelay: Int64 = 50_000_000
    var longestRetryDelay: Int64 = 5_000_000_000
    var failsFast = false
    var maximumWaiting = Int.max
    var seed: UInt64 = 0

    /// While the pool prepares elements, it is not known which borrower gets them.
    var mayOvertake: Bool { overtaking != nil && preparer == .borrower }

    /// Whether the time of each event matters.
    var watchesTime: Bool {
      idleTimeout != nil || maximumLifetime != nil || validationWindow != nil
        || testInterval != nil
    }
  }

  enum Service: Sendable {
    /// Lending.
    ///
    /// Exit: `draining`.
    case open
    /// New borrowers are refused; elements are destroyed once no waiter needs them.
    ///
    /// Exit: `closed`.
    case draining
    /// No element is left.
    ///
    /// Final.
    case closed
  }

  struct Grant: Equatable, Sendable {
    var slot: Int
    var needsPreparation = false
    var needsValidation = false
    var isPreferred = false
  }

  enum Outcome {
    case lent(Grant)
    case timedOut
    case cancelled
    case shutdown
    case failed(Failure)
  }

  enum Action {
    case resume(Waiter, Outcome)
    case call(Waiter)
    /// Create an element for this slot, then call ``PoolMachine/built(_:at:into:)`` or
    /// ``PoolMachine/buildFailed(_:with:at:into:)``.
    case build(Int)
    /// Prepare the element as the grant specifies, then call ``PoolMachine/prepared(_:at:into:)``
    /// or ``PoolMachine/discarded(_:because:at:into:)``.
    case prepare(Grant)
    case destroy(Int, PoolDiscardReason)
    case drained
  }

  var rules: Rules
  /// Whether any idle element is fit for any borrower; constant, as the rules on which it depends.
  let isUndemanding: Bool
  var slots = SlotRecords()
  var line = Line()
  /// Used only in a keyed pool; `Keys/` then serves the waiters.
  var keys = KeyRecords()
  var service = Service.open
  var failsWaiters = false
  /// Elements created before the last ``invalidateAll(at:into:)`` have a smaller one.
  var epoch: UInt32 = 0
  var failuresInARow = 0
  var retryAt: Moment?
  /// A lower bound of the waiters' deadlines.
  var earliestDeadline: Moment?
  /// A lower bound of the idle elements' expiration times.
  var earliestExpiry: Moment?
  /// A lower bound of the times at which idle elements are to be tested.
  var earliestIdleTest: Moment?
  /// Nil once it has ended.
  var latestIdleTest: (slot: Int, startedAt: Moment)?
  /// Of idle elements; more than one if some hang.
  var idleTestCount = 0
  var warmUps = WarmUps()
  /// Including removed elements.
  var returns = 0
  /// The maximum number of idle elements on the fast path, unknown to the machine.
  var idleElsewhere = 0
  var random: SplitMix64

  init(rules: Rules) {
    self.rules = rules
    isUndemanding = Self.isUndemanding(rules)
    random = SplitMix64(seed: rules.seed)
  }

  /// What counts against the capacity: idle, on loan, being created, prepared or destroyed.
  var existing: Int { slots.count - slots.vacantCount }

  /// Elements that are being destroyed, or will be on return, are deducted, so the surplus is
  /// removed only once.
  var isOverCapacity: Bool {
    existing - slots.destroyingCount - slots.staleOutCount > rules.capacity
  }

  var isKeyed: Bool { rules.capacityPerKey != nil }

  var hasRoom: Bool { existing < rules.capacity }

  /// The capacity that is free, or will be once the elements being destroyed are gone.
  var roomToCome: Int { rules.capacity - (existing - slots.destroyingCount) }

  var warmTarget: Int { min(warmUps.target, rules.capacity) }

  var hasMoments: Bool {
    !line.isEmpty || isPaused || rules.watchesTime
  }

  /// A clock read costs more than the rest of a request.
  var needsTime: Bool {
    // A pool that prepares elements makes borrowers wait even if an element is idle.
    rules.watchesTime || !line.isEmpty || slots.idleCount == 0 || rules.preparer == .pool
      // A creation may fail, and then a delay begins.
      || rules.builder == .pool && slots.buildingCount > 0
  }

  /// Whether the time matters when an element becomes available or a waiter parks.
  ///
  /// It decides how old elements are, whether a failed creation is retried, and whether the longest
  /// waiting thread may be overtaken; the last does not matter if a thread is on its way to each
  /// idle element already.
  var needsTimeToServe: Bool {
    if rules.watchesTime || isPaused { return true }
    guard !line.isEmpty, line.taskCount == 0, rules.overtaking != nil else { return false }
    return slots.idleCount >= line.calledCount
  }

  /// Whether no waiter is owed an element, so that the fast path may open.
  var isSettled: Bool {
    service == .open && line.isEmpty && existing <= rules.capacity && slots.staleOutCount == 0
      && slots.preparingCount == 0 && slots.buildingCount == 0 && warmTarget == 0
      && (rules.builder != .pool || rules.minimumIdle == 0)
  }

  var isPaused: Bool { retryAt != nil || isKeyed && keys.isPaused }

  /// In a keyed pool they are not: each waiter that can use an idle element has received it.
  var reservesIdle: Bool { !line.isEmpty && !isKeyed }

  // MARK: Changes of a slot or a waiter

  mutating func startBuilding() -> Int {
    let slot = slots.takeVacant()
    slots[slot].epoch = epoch
    move(slot, to: .building)
    return slot
  }

  /// Every change of a slot's phase goes through this method.
  mutating func move(_ slot: Int, to phase: SlotRecords.Phase) {
    if isKeyed { keys.move(slot, from: slots[slot], to: phase) }
    slots.move(slot, to: phase)
  }

  mutating func join(_ request: Request, since: Moment, deadline: Moment?) -> Ticket {
    if let deadline { earliestDeadline = min(earliestDeadline ?? deadline, deadline) }
    if isKeyed { return joinByKey(request, since: since, deadline: deadline) }
    return line.join(
      request.kind, turn: request.turn, since: since, deadline: deadline,
      preference: request.preference)
  }

  mutating func resume(_ place: Int, with outcome: Outcome, into effects: inout Effects<Action>) {
    if let waiter = settle(place, with: outcome) { effects.append(.resume(waiter, outcome)) }
  }

  /// Returns the waiter to wake, or nil if it receives the outcome when it parks.
  mutating func settle(_ place: Int, with outcome: Outcome) -> Waiter? {
    if isKeyed { keys.leave(place) }
    return line.settle(place, with: outcome)
  }
}

extension PoolMachine.Outcome: Sendable where Failure: Sendable {}
