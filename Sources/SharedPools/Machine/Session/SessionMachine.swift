internal import StageFloor

/// Decides what the session of a ``SharedPool`` sends to its store, and when.
///
/// It has no clock and no thread. The shell carries its actions out.
///
/// - **Deadlines.** A lease lives, for its holder, until a hundredth before the end that the last
///   answered renewal promised, counted from the moment at which that renewal was *sent*. The
///   holder is notified `margin` earlier.
/// - **Renewals.** One request renews all leases and keeps the place of all waiting requests, every
///   third of the time to live, exactly as long as there is one of either.
/// - **Repetition.** A request whose outcome is unknown is sent again, with the same identifier,
///   after a pause that doubles. Each request has a send of its own, so a slow one delays no other.
/// - **A wait ends once:** with a grant, an error of the store, a timeout or a cancellation. The
///   latter two withdraw the request, even if the ask is still under way.
/// - **Notifications** are hints. What a renewal finds without one counts as a lost notification.
///   While the store cannot notify, the first requests are polled.
struct SessionMachine: Sendable {
  enum Phase: Hashable, Sendable {
    /// The pool was never opened. Exits: `open`, `closing`.
    case opening
    /// Exit: `closing`.
    case open
    /// No more requests; leases are still held, or the end is under way. Exit: `closed`.
    case closing
    /// Final.
    case closed
  }

  let rules: SessionRules
  var phase = Phase.opening
  var isOpening = false
  var settings = SharedPoolSettings()
  /// A remaining time that differed from the rules, and for which they were read again.
  var oddRemaining: Int64?
  var notificationFailure: String?
  var now: Int64 = 0

  var waits: [UInt64: SessionWait] = [:]
  var leases: [UInt64: SessionLease] = [:]
  var numbers: [LendingID: UInt64] = [:]
  /// What was granted, for the waits that have not received it yet.
  var lateGrants: [UInt64: LendingGrant] = [:]
  /// How many waits stand in the line.
  var inLine = 0
  /// How many leases have not ended.
  var alive = 0

  var sends: [UInt64: SessionSend] = [:]
  var lastSend: UInt64 = 0
  var callers: [UInt64: UInt64] = [:]
  var watched: [UInt64: UInt64] = [:]
  var withdrawals: Set<LendingID> = []
  var renewalsUnderWay = 0
  var isPolling = false
  var isSweeping = false
  var returnsUnderWay = 0
  var isCloseSent = false
  var closers: [UInt64] = []
  var closeTimer: Timer?

  var deadlines = DeadlineHeap()
  var targets: [UInt64: Timer.Target] = [:]
  var lastTimer: UInt64 = 0
  var renewAt: Int64?
  var sweepAt: Int64?
  var pollAt: Int64?
  /// When to look for requests that are not answered.
  var stallAt: Int64?
  var failedRenewals = 0
  /// Requests that were found without a notification, which may still come.
  var missingNotifications: [LendingID: Timer] = [:]

  var generator: any RandomNumberGenerator & Sendable
  var counts = SharedPoolCounts()
  var isObserved = false
  /// Whether a lease has a companion.
  var isAccompanied = false
  var actions: [SessionAction] = []

  init(_ rules: SessionRules, generator: any RandomNumberGenerator & Sendable) {
    self.rules = rules
    self.generator = generator
  }

  var nextDue: Int64? {
    let due = min(
      deadlines.earliest ?? .max, renewAt ?? .max, sweepAt ?? .max, pollAt ?? .max,
      stallAt ?? .max)
    return due == .max ? nil : due
  }

  /// Returns what the shell does, in this order.
  mutating func handle(_ input: SessionInput, at moment: Int64) -> [SessionAction] {
    // Two threads may have read the clock in the other order.
    now = max(now, moment)
    handle(input)
    endIfIdle()
    schedule()
    if sends.isEmpty { releaseSpareCapacity() }
    defer { actions = [] }
    return actions
  }

  private mutating func handle(_ input: SessionInput) {
    switch input {
    case .open(let settings, let waiter): open(settings, waiter)
    case .ask(let wants, let timeout, let waiter): ask(wants, timeout, waiter)
    case .cancel(let waiter): cancel(waiter)
    case .answered(let send, let result): answered(send, result)
    case .signal(let signal): receive(signal)
    case .signalsEnded: receive(.cannotBeNotified("The store has closed its stream of signals."))
    case .tick: advance()
    case .giveBack(let lease, let names, let condition, let waiter):
      giveBack(lease, names, condition, waiter)
    case .confirm(let lease, let waiter): confirm(lease, waiter)
    case .watch(let lease, let waiter): watch(lease, waiter)
    case .call(let request, let isRepeatable, let waiter): call(request, isRepeatable, waiter)
    case .close(let waiter): close(waiter)
    }
  }

  /// Moves the tables to smaller ones after a burst.
  private mutating func releaseSpareCapacity() {
    waits.releaseSpareCapacity()
    leases.releaseSpareCapacity()
    numbers.releaseSpareCapacity()
    lateGrants.releaseSpareCapacity()
    sends.releaseSpareCapacity()
    callers.releaseSpareCapacity()
    watched.releaseSpareCapacity()
    targets.releaseSpareCapacity()
  }

  mutating func reply(to waiter: UInt64?, _ reply: SessionReply) {
    if let waiter { actions.append(.reply(to: waiter, reply)) }
  }

  mutating func report(_ event: SharedPoolEvent) {
    if isObserved { actions.append(.report(event)) }
  }

  private mutating func cancel(_ waiter: UInt64) {
    if waits[waiter] != nil { return endWait(waiter, .failed(.cancelled), withdraws: true) }
    if let index = closers.firstIndex(of: waiter) {
      closers.remove(at: index)
      return reply(to: waiter, .failed(.cancelled))
    }
    if let number = watched.removeValue(forKey: waiter) {
      leases[number]?.watchers.removeAll { $0 == waiter }
      return reply(to: waiter, .failed(.cancelled))
    }
    if let number = callers[waiter] {
      dismissWaiter(ofSend: number)
      reply(to: waiter, .failed(.cancelled))
    }
  }
}

extension Dictionary {
  /// Moves the entries to a smaller table if most of this one is unused.
  fileprivate mutating func releaseSpareCapacity() {
    guard capacity > 256, count < capacity / 8 else { return }
    var smaller: [Key: Value] = Dictionary(minimumCapacity: count * 2)
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}
