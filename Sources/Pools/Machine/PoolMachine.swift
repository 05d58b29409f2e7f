internal import StageFloor

/// Decides who gets which element, and never acts.
///
/// The machine knows elements only as numbered *slots*, time only as nanoseconds that it is told,
/// and those who wait only as values that it hands back to whoever must wake them. All that is to
/// be done comes back as ``Order``s, to be carried out after the lock is released.
///
/// Every way by which an element or room for one comes free (return, discard, failed creation,
/// failed preparation, shrinking undone, a waiter who gave up) ends in ``dispatch(at:into:)``.
/// That is what keeps this promise: no borrower waits while an element is idle or capacity remains,
/// unless as many earlier borrowers are on their way to the idle elements, or a failed creation is
/// waiting to be retried.
struct PoolMachine<Waiter, Failure> {
  typealias Moment = Int64
  typealias Preference = PoolPreference
  typealias Line = WaitingLine<Waiter, Outcome>
  typealias Ticket = Line.Ticket

  /// What a pool is told when it is made.
  ///
  /// Durations are in nanoseconds.
  struct Rules {
    /// Who makes elements.
    enum Builder: Sendable {
      /// Whoever borrows, on its own thread, for itself.
      case borrower
      /// The pool, for whoever waits longest.
      case pool
      /// Nobody: the stock was given.
      case nobody
    }

    /// Which idle element is lent next.
    enum Order: Sendable { case hottest, coldest }

    /// Who prepares and validates an element for its next borrower.
    enum Preparer: Sendable {
      /// Whoever was granted it, on its own thread.
      case borrower
      /// The pool, in a task of its own, before it is granted.
      case pool
    }

    var builder = Builder.pool
    var capacity = Int.max
    /// How many elements of one key may exist; nil: elements have no keys.
    var capacityPerKey: Int?
    var maximumIdle = Int.max
    var minimumIdle = 0
    var order = Order.hottest
    var preparer = Preparer.borrower
    /// Whether elements are prepared for each borrower.
    var prepares = false
    /// Idle for this long, an element is validated before it is lent; nil: never.
    var validationWindow: Int64?
    var idleTimeout: Int64?
    var maximumLifetime: Int64?
    /// The share of the lifetime by which each element's own is shortened at random.
    var lifetimeJitter = 0.1
    var maximumUses: Int?
    var concurrentBuilds = Int.max
    /// How long a running thread may overtake waiting threads; nil: never.
    var overtaking: Int64? = 1_000_000
    var firstRetryDelay: Int64 = 50_000_000
    var longestRetryDelay: Int64 = 5_000_000_000
    var seed: UInt64 = 0

    /// Whether elements grow old, so that the time of each event matters.
    var watchesTime: Bool {
      idleTimeout != nil || maximumLifetime != nil || validationWindow != nil
    }
  }

  /// Where the pool is in its life.
  enum Service: Sendable {
    /// Lending. Exit: `draining`.
    case open
    /// Nobody joins the line any more; what comes back is destroyed. Exit: `closed`.
    case draining
    /// Nothing is left, and nothing comes. Final.
    case closed
  }

  /// An element on its way to a borrower.
  struct Grant: Equatable, Sendable {
    var slot: Int
    /// The borrower runs `prepareForReuse` before it uses the element.
    var needsPreparation = false
    /// The borrower validates the element before it uses it.
    var needsValidation = false
    /// The element still shows what the borrower prefers.
    var isPreferred = false
  }

  /// How a wait ended.
  enum Outcome {
    case lent(Grant)
    case timedOut
    case cancelled
    case shutDown
    case failed(Failure)
  }

  /// What is to be done once the lock is released.
  enum Order {
    /// Wake this waiter; it is out of line.
    case resume(Waiter, Outcome)
    /// Wake this thread; it looks again and calls ``PoolMachine/retry(_:at:into:)``.
    case call(Waiter)
    /// Make an element for this slot, then report ``PoolMachine/built(_:at:into:)`` or
    /// ``PoolMachine/buildFailed(_:with:at:into:)``.
    case build(Int)
    /// Prepare the element as the grant says, then report ``PoolMachine/prepared(_:at:into:)`` or
    /// ``PoolMachine/discarded(_:because:at:into:)``.
    case prepare(Grant)
    /// End the element in this slot, then report ``PoolMachine/destroyed(_:at:into:)``.
    case destroy(Int, DiscardReason)
    /// Nothing is left of a pool that was shut down.
    case drained
  }

  var rules: Rules
  var slots = SlotBook()
  var line = Line()
  /// The keys of a keyed pool.
  var shelves = Shelves()
  var service = Service.open
  /// Whether a draining pool sends away those who wait, instead of serving them first.
  var failsWaiters = false
  /// Everything made before the last ``invalidateAll(at:into:)`` carries a smaller number.
  var epoch: UInt32 = 0
  var failuresInARow = 0
  /// No creation starts before this moment.
  var retryAt: Moment?
  /// No waiter's deadline comes before this moment (it may come later).
  var earliestDeadline: Moment?
  /// No element's life ends before this moment.
  var earliestExpiry: Moment?
  /// The warm-ups under way.
  var warmUps = WarmUps()
  /// How many elements have come back or were taken out for good since the beginning.
  var returns = 0
  /// How many idle elements may be in circulation without the machine knowing.
  var idleElsewhere = 0
  var random: SplitMix64

  init(rules: Rules) {
    self.rules = rules
    random = SplitMix64(seed: rules.seed)
  }

  /// Everything that counts against the capacity: idle, out, and on the way in or out of being.
  var existing: Int { slots.count - slots.vacantCount }

  /// Whether an element must go because the capacity was lowered.
  ///
  /// What is being ended, or ends as soon as it comes back, has been counted already: the debt is
  /// paid once.
  var isOverCapacity: Bool {
    existing - slots.destroyingCount - slots.staleOutCount > rules.capacity
  }

  var hasRoom: Bool { existing < rules.capacity }

  /// How many elements the warm-ups ask for; 0 when none is under way.
  var warmTarget: Int { min(warmUps.target, rules.capacity) }

  /// Whether the pool may have something to do at a certain moment.
  var hasMoments: Bool {
    !line.isEmpty || retryAt != nil || rules.watchesTime || !shelves.paused.isEmpty
  }

  /// Whether time matters for what comes next; a clock read costs more than the rest.
  var needsTime: Bool {
    // Where the pool prepares, one waits even if something is idle.
    rules.watchesTime || !line.isEmpty || slots.idleCount == 0 || rules.preparer == .pool
      // A creation may fail, and then a pause begins.
      || rules.builder == .pool && slots.buildingCount > 0
      // What is idle may be of another key.
      || isKeyed
  }

  /// Whether time matters when something comes free or somebody parks.
  ///
  /// It decides how old elements are, whether a failed creation is tried again, and whether the
  /// oldest waiting thread puts up with being overtaken; not if a thread is on its way to each idle
  /// element already.
  var needsTimeToServe: Bool {
    if rules.watchesTime || retryAt != nil || !shelves.paused.isEmpty { return true }
    guard !line.isEmpty, line.taskCount == 0, rules.overtaking != nil else { return false }
    return slots.idleCount >= line.calledCount
  }

  /// Whether nothing is owed to anybody, so that elements may change hands without the machine.
  var isSettled: Bool {
    service == .open && line.isEmpty && existing <= rules.capacity && slots.staleOutCount == 0
      && slots.preparingCount == 0 && slots.buildingCount == 0 && warmTarget == 0
      && (rules.builder != .pool || rules.minimumIdle == 0)
  }

  /// A slot that an element is now being made for.
  mutating func startBuilding(on shelf: Int? = nil) -> Int {
    let slot = slots.takeVacant()
    slots[slot].epoch = epoch
    slots[slot].shelf = shelf
    slots.move(slot, to: .building)
    return slot
  }
}

extension PoolMachine.Outcome: Sendable where Failure: Sendable {}
