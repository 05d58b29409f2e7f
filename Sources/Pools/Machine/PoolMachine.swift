internal import StageFloor

/// The state machine of a pool: it decides which borrower gets which element, and never acts.
///
/// For the machine, elements are numbered *slots*, times are nanoseconds passed by the caller, and
/// waiters are opaque values that it returns to be woken. All actions are returned as ``Action``s,
/// to be performed after the lock is released.
///
/// Every event that frees an element or capacity (return, discard, failed creation, failed
/// preparation, a raised capacity, a waiter that gave up) ends in ``dispatch(at:into:)``. This
/// ensures the invariant: no borrower waits while an element is idle or capacity remains, unless as
/// many earlier borrowers are on their way to the idle elements, or a failed creation is waiting to
/// be retried.
struct PoolMachine<Waiter, Failure> {
  typealias Moment = Int64
  typealias Preference = PoolPreference
  typealias Line = WaitingLine<Waiter, Outcome>
  typealias Ticket = Line.Ticket

  /// The constant properties of a pool, except for the capacities.
  ///
  /// Durations are in nanoseconds.
  struct Rules {
    /// The origin of elements.
    enum Builder: Sendable {
      /// The borrower creates an element on its own thread, for itself.
      case borrower
      /// The pool creates elements for its waiters.
      case pool
      /// Elements are not created: the pool has a stock.
      case none
    }

    /// The idle element that is lent next.
    enum IdleOrder: Sendable { case hottest, coldest }

    /// Where an element is prepared and validated for its next borrower.
    enum Preparer: Sendable {
      /// On the thread of the borrower that was granted it.
      case borrower
      /// In a task of the pool, before it is granted.
      case pool
    }

    var builder = Builder.pool
    var capacity = Int.max
    /// The maximum number of elements of one key; nil if elements have no keys.
    var capacityPerKey: Int?
    var maximumIdle = Int.max
    var minimumIdle = 0
    var order = IdleOrder.hottest
    var preparer = Preparer.borrower
    /// Whether elements are prepared for each borrower.
    var prepares = false
    /// The idle time after which an element is validated before it is lent, or nil for never.
    var validationWindow: Int64?
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
    var seed: UInt64 = 0

    /// Whether elements expire or are validated by age, so that the time of each event matters.
    var watchesTime: Bool {
      idleTimeout != nil || maximumLifetime != nil || validationWindow != nil
    }
  }

  /// The lifecycle of the pool.
  enum Service: Sendable {
    /// Lending. Exit: `draining`.
    case open
    /// New borrowers are refused; elements are destroyed once no waiter needs them. Exit: `closed`.
    case draining
    /// No element is left. Final.
    case closed
  }

  /// An element granted to a borrower.
  struct Grant: Equatable, Sendable {
    var slot: Int
    /// Whether the borrower runs `prepareForReuse` before it uses the element.
    var needsPreparation = false
    /// Whether the borrower validates the element before it uses it.
    var needsValidation = false
    /// Whether the element still shows what the borrower prefers.
    var isPreferred = false
  }

  /// The outcome of a wait.
  enum Outcome {
    case lent(Grant)
    case timedOut
    case cancelled
    case shutdown
    case failed(Failure)
  }

  /// An action to perform after the lock is released.
  enum Action {
    /// Wake this waiter, which has left the line.
    case resume(Waiter, Outcome)
    /// Wake this thread to retry with ``PoolMachine/retry(_:at:into:)``.
    case call(Waiter)
    /// Create an element for this slot, then call ``PoolMachine/built(_:at:into:)`` or
    /// ``PoolMachine/buildFailed(_:with:at:into:)``.
    case build(Int)
    /// Prepare the element as the grant specifies, then call ``PoolMachine/prepared(_:at:into:)``
    /// or ``PoolMachine/discarded(_:because:at:into:)``.
    case prepare(Grant)
    /// Destroy the element in this slot, then call ``PoolMachine/destroyed(_:at:into:)``.
    case destroy(Int, PoolDiscardReason)
    /// A pool that was shut down has no elements left.
    case drained
  }

  var rules: Rules
  /// Whether any idle element is fit for any borrower; constant, as the rules on which it depends.
  let isUndemanding: Bool
  var slots = SlotRecords()
  var line = Line()
  /// The records of the keys, used only in a keyed pool; `Keys/` then serves the waiters.
  var keys = KeyRecords()
  var service = Service.open
  /// Whether a draining pool fails its waiters instead of serving them first.
  var failsWaiters = false
  /// The number of the current epoch; elements created before the last ``invalidateAll(at:into:)``
  /// have a smaller one.
  var epoch: UInt32 = 0
  var failuresInARow = 0
  /// No creation starts before this time.
  var retryAt: Moment?
  /// A lower bound of the waiters' deadlines.
  var earliestDeadline: Moment?
  /// A lower bound of the idle elements' expiration times.
  var earliestExpiry: Moment?
  /// The current warm-ups.
  var warmUps = WarmUps()
  /// The number of elements that were returned or removed so far.
  var returns = 0
  /// The maximum number of idle elements on the fast path, unknown to the machine.
  var idleElsewhere = 0
  var random: SplitMix64

  init(rules: Rules) {
    self.rules = rules
    isUndemanding = Self.isUndemanding(rules)
    random = SplitMix64(seed: rules.seed)
  }

  /// The number of elements that count against the capacity: idle, on loan, being created, prepared
  /// or destroyed.
  var existing: Int { slots.count - slots.vacantCount }

  /// Whether an element must be destroyed because the capacity was lowered.
  ///
  /// Elements that are being destroyed, or will be when they are returned, are already deducted, so
  /// the surplus is removed only once.
  var isOverCapacity: Bool {
    existing - slots.destroyingCount - slots.staleOutCount > rules.capacity
  }

  /// Whether elements have keys.
  var isKeyed: Bool { rules.capacityPerKey != nil }

  var hasRoom: Bool { existing < rules.capacity }

  /// The number of elements that the warm-ups request, or 0 without one.
  var warmTarget: Int { min(warmUps.target, rules.capacity) }

  /// Whether the pool may have something to do at a certain time.
  var hasMoments: Bool {
    !line.isEmpty || isPaused || rules.watchesTime
  }

  /// Whether the time matters for the next request; a clock read costs more than the rest.
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

  /// Whether no waiter is owed an element, so that elements can be lent and returned on the fast
  /// path.
  var isSettled: Bool {
    service == .open && line.isEmpty && existing <= rules.capacity && slots.staleOutCount == 0
      && slots.preparingCount == 0 && slots.buildingCount == 0 && warmTarget == 0
      && (rules.builder != .pool || rules.minimumIdle == 0)
  }

  /// Whether a failed creation is to be retried.
  var isPaused: Bool { retryAt != nil || isKeyed && keys.isPaused }

  /// Whether idle elements are reserved for waiters.
  ///
  /// In a keyed pool they are not: each waiter that can use an idle element has received it.
  var reservesIdle: Bool { !line.isEmpty && !isKeyed }

  // MARK: Changes of a slot or a waiter

  /// Takes a vacant slot and marks it as being built.
  mutating func startBuilding() -> Int {
    let slot = slots.takeVacant()
    slots[slot].epoch = epoch
    move(slot, to: .building)
    return slot
  }

  /// Changes the phase of a slot; every change goes through this method.
  mutating func move(_ slot: Int, to phase: SlotRecords.Phase) {
    if isKeyed { keys.move(slot, from: slots[slot], to: phase) }
    slots.move(slot, to: phase)
  }

  /// Takes a place in line for a request.
  mutating func join(_ request: Request, since: Moment, deadline: Moment?) -> Ticket {
    if let deadline { earliestDeadline = min(earliestDeadline ?? deadline, deadline) }
    if isKeyed { return joinByKey(request, since: since, deadline: deadline) }
    return line.join(
      request.kind, turn: request.turn, since: since, deadline: deadline,
      preference: request.preference)
  }

  /// Ends the wait in `place`, and wakes the waiter if it has parked.
  mutating func resume(_ place: Int, with outcome: Outcome, into effects: inout Effects<Action>) {
    if let waiter = settle(place, with: outcome) { effects.append(.resume(waiter, outcome)) }
  }

  /// Removes the waiter in `place` from the line.
  ///
  /// - Returns: The waiter to wake with `outcome`, or nil if it receives the outcome when it parks.
  mutating func settle(_ place: Int, with outcome: Outcome) -> Waiter? {
    if isKeyed { keys.leave(place) }
    return line.settle(place, with: outcome)
  }
}

extension PoolMachine.Outcome: Sendable where Failure: Sendable {}
