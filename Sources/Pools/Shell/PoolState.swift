internal import StageFloor

/// The state under a pool's lock.
struct PoolState {
  /// The record of a current loan, where loans are recorded.
  struct Loan {
    /// The time at which it began, or 0 if not recorded.
    var since: Int64 = 0
    /// The task or thread that borrowed, or 0 if the loan is not personal.
    var borrower: UInt = 0
    var isReportedLong = false
  }

  /// The label of a loan.
  ///
  /// A class, so that the code shows where the last reference is released: never under the lock.
  /// The borrower's string may be large, and its release may run foreign code.
  class Label: @unchecked Sendable {  // guard: constant
    final let text: String
    final let since: Int64

    init(text: String, since: Int64) {
      self.text = text
      self.since = since
    }
  }

  var machine: Machine
  /// Whether the fast path is closed permanently.
  var isFastPathDisabled: Bool
  /// The number of consecutive returns, by one thread if order matters, while no waiter was owed an
  /// element.
  var calmReturns = 0
  var calmThread: UInt32 = 0
  /// The number of threads that are closing the fast path; until they finish it is not reopened.
  var recallsUnderWay = 0
  /// The idle count last published to spinning threads.
  var announcedIdle: UInt32 = 0
  /// The time for which the alarm is set.
  var alarmAt: Int64?
  /// The time at which to check for loans that last too long.
  var longHoldCheckAt: Int64?
  var loans: [Loan] = []
  /// The labels of loans that have one, by slot.
  var labels: [Int: Label] = [:]
  /// The key of each key slot, in a keyed pool.
  var keys: [KeyEntry?] = []
  /// The objects lent by `acquire()`, with their slots.
  var handedOut: [ObjectIdentifier: Int] = [:]
  /// The cumulative counts; the current counts are left at zero.
  var tally = PoolSnapshot()
  var lastCreationError: (any Error)?
  /// In the order in which they were added.
  var observers: [PoolObserver] = []
  /// The callers that wait for the pool to drain.
  var drainListeners = WaiterTable<Bool>()
  /// The callers that wait for a warm-up to end.
  var warmUpListeners = WarmUpListeners()
  typealias WarmUpListeners = WaiterTable<Result<Void, any Error>>
  private var hasNotifiedDrain = false
  /// Whether the pool itself was dropped, and only leases keep its core.
  var isDropped = false

  init(rules: Machine.Rules, isFastPathDisabled: Bool) {
    machine = Machine(rules: rules)
    self.isFastPathDisabled = isFastPathDisabled
  }

  /// Returns, once, the notifications to send when a pool that was shut down has drained.
  mutating func takeDrainNotification() -> DrainNotification? {
    guard machine.service == .closed, !hasNotifiedDrain else { return nil }
    hasNotifiedDrain = true
    return DrainNotification(
      listeners: drainListeners.settleAll(with: true), endsCore: isDropped,
      observers: isDropped ? takeObservers() : [])
  }

  /// Removes the observers, because no further event happens.
  mutating func takeObservers() -> [PoolObserver] {
    defer { observers = [] }
    return observers
  }

  /// Removes the records of the objects lent by `acquire()`, because they will not be returned.
  ///
  /// - Returns: Their slots.
  mutating func takeHandedOut() -> [Int] {
    defer { handedOut = [:] }
    return Array(handedOut.values)
  }

  /// The callers to notify that a pool has drained, and whether its core is then released.
  struct DrainNotification {
    var listeners: [WaiterTable<Bool>.Continuation]
    var endsCore: Bool
    /// The observers of a dropped pool, to be released without the lock.
    var observers: [PoolObserver]
  }

  /// Counts a failed creation.
  ///
  /// - Returns: The error of an earlier one, which must not be released under the lock.
  mutating func noteFailedCreation(_ error: any Error) -> (any Error)? {
    tally.creationsFailed += 1
    defer { lastCreationError = error }
    return lastCreationError
  }

  /// Records the beginning of a loan.
  mutating func beginLoan(_ slot: Int, at now: Int64, by borrower: UInt) {
    while loans.count <= slot { loans.append(Loan()) }
    loans[slot] = Loan(since: now, borrower: borrower)
  }

  /// Frees the memory for slots that the machine no longer has.
  mutating func shrinkLoans() { loans.shrink(to: machine.slots.count) }

  /// Whether the loan in `slot` was recorded.
  func isRecorded(_ slot: Int) -> Bool { slot < loans.count && loans[slot].since != 0 }

  /// Whether the borrower holds an element for which `isConcerned` is true.
  func holds(_ borrower: UInt, where isConcerned: (Int) -> Bool) -> Bool {
    var isHeld = false
    machine.slots.forEachOut { slot in
      if isRecorded(slot), loans[slot].borrower == borrower, isConcerned(slot) { isHeld = true }
    }
    return isHeld
  }

  /// Records the end of a loan.
  mutating func endLoan(_ slot: Int) -> Loan? {
    guard isRecorded(slot) else { return nil }
    defer { loans[slot] = Loan() }
    return loans[slot]
  }
}
