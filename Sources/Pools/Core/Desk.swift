internal import StageFloor

/// What a pool's lock guards.
struct Desk {
  /// A loan that is under way, where loans are noted.
  struct Loan {
    /// When it began; 0: not noted.
    var since: Int64 = 0
    /// The task or thread that borrowed; 0: nobody in particular.
    var borrower: UInt = 0
    var isReportedLong = false
  }

  /// What a borrower calls its loan.
  ///
  /// An object, so that the code shows where the last reference is released: never under the lock.
  /// The borrower's string may be large, and its release may run foreign code.
  class Label: @unchecked Sendable {
    // guard: constant.
    final let text: String
    final let since: Int64

    init(text: String, since: Int64) {
      self.text = text
      self.since = since
    }
  }

  var machine: Machine
  /// Whether the fast lane is closed for good.
  var isPinned: Bool
  /// Returns in a row, by one thread if order matters, while nothing was owed to anybody.
  var calmReturns = 0
  var calmThread: UInt32 = 0
  /// Threads that are making the pool attentive; until they are done it does not calm down.
  var recallsUnderWay = 0
  /// What the threads that spin were last told.
  var announcedIdle: UInt32 = 0
  /// When the alarm is set to ring.
  var alarmAt: Int64?
  /// When to look for loans that last too long.
  var longHoldCheckAt: Int64?
  var loans: [Loan] = []
  /// The labels of loans that have one, by slot.
  var labels: [Int: Label] = [:]
  /// In a keyed pool: the key of each shelf.
  var keys: [KeyEntry?] = []
  /// The objects that were handed out by `acquire()`, with their slots.
  var handedOut: [ObjectIdentifier: Int] = [:]
  /// Counts since the beginning; the counts of the moment are left at zero.
  var tally = PoolSnapshot()
  var lastCreationError: (any Error)?
  /// Those who wait for the pool to be drained.
  var drainListeners = WaiterTable<Bool>()
  /// Those who wait for a warm-up to end.
  var warmUpListeners = WarmUpListeners()
  typealias WarmUpListeners = WaiterTable<Result<Void, any Error>>
  private var hasSaidFarewell = false
  /// Whether the pool itself is gone, and only leases keep its core.
  var isDropped = false

  init(rules: Machine.Rules, isPinned: Bool) {
    machine = Machine(rules: rules)
    self.isPinned = isPinned
  }

  /// What is due when nothing is left of a pool that was shut down; once.
  mutating func takeFarewell() -> Farewell? {
    guard machine.service == .closed, !hasSaidFarewell else { return nil }
    hasSaidFarewell = true
    return Farewell(listeners: drainListeners.settleAll(with: true), endsCore: isDropped)
  }

  /// Forgets which objects were handed out, because they will not be returned.
  ///
  /// - Returns: their slots.
  mutating func takeHandedOut() -> [Int] {
    defer { handedOut = [:] }
    return Array(handedOut.values)
  }

  /// Whom to tell that a pool is drained, and whether its core then ends.
  struct Farewell {
    var listeners: [WaiterTable<Bool>.Continuation]
    var endsCore: Bool
  }

  /// Counts a creation that failed.
  ///
  /// - Returns: the error of an earlier one, which must not end under the lock.
  mutating func noteFailedCreation(_ error: any Error) -> (any Error)? {
    tally.creationsFailed += 1
    defer { lastCreationError = error }
    return lastCreationError
  }

  /// Notes the beginning of a loan.
  mutating func beginLoan(_ slot: Int, at now: Int64, by borrower: UInt) {
    while loans.count <= slot { loans.append(Loan()) }
    loans[slot] = Loan(since: now, borrower: borrower)
  }

  /// Gives up the memory for slots that the machine has no use for.
  mutating func shrinkLoans() { loans.shrink(to: machine.slots.count) }

  /// Notes the end of a loan.
  mutating func endLoan(_ slot: Int) -> Loan? {
    guard slot < loans.count, loans[slot].since != 0 else { return nil }
    defer { loans[slot] = Loan() }
    return loans[slot]
  }
}
