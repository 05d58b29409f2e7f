internal import StageFloor

struct PoolState {
  struct Loan {
    /// 0 if not recorded.
    var since: Int64 = 0
    /// A task or thread, or 0 if the loan is not personal.
    var borrower: UInt = 0
    var isReportedLong = false
  }

  /// A class, so that the code shows where the last reference is released: never under the lock.
  ///
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
  var isFastPathDisabled: Bool
  /// Consecutive returns, by one thread if order matters, while no waiter was owed an element.
  var calmReturns = 0
  var calmThread: UInt32 = 0
  /// The number of threads that are closing the fast path; until they finish it is not reopened.
  var recallsUnderWay = 0
  /// Last published to spinning threads.
  var announcedIdle: UInt32 = 0
  var alarmAt: Int64?
  var longHoldCheckAt: Int64?
  var loans: [Loan] = []
  /// By slot.
  var labels: [Int: Label] = [:]
  /// By key slot.
  var keys: [KeyEntry?] = []
  /// Lent by `acquire()`.
  var handedOut: [ObjectIdentifier: Int] = [:]
  /// The current counts are left at zero.
  var tally = PoolSnapshot()
  var lastCreationError: (any Error)?
  var observers = ObserverList<PoolEvent>()
  var drainListeners = WaiterTable<Bool>()
  var warmUpListeners = WarmUpListeners()
  typealias WarmUpListeners = WaiterTable<Result<Void, any Error>>
  private var hasNotifiedDrain = false
  var isDropped = false

  init(rules: Machine.Rules, isFastPathDisabled: Bool) {
    machine = Machine(rules: rules)
    self.isFastPathDisabled = isFastPathDisabled
  }

  /// Once, when a pool that was shut down has drained.
  mutating func takeDrainNotification() -> DrainNotification? {
    guard machine.service == .closed, !hasNotifiedDrain else { return nil }
    hasNotifiedDrain = true
    return DrainNotification(
      listeners: drainListeners.settleAll(with: true), endsCore: isDropped,
      observers: isDropped ? takeObservers() : [])
  }

  mutating func takeObservers() -> [EventObserver<PoolEvent>?] {
    defer { observers = ObserverList() }
    return observers.places
  }

  /// The objects lent by `acquire()` will not be returned.
  mutating func takeHandedOut() -> [Int] {
    defer { handedOut = [:] }
    return Array(handedOut.values)
  }

  struct DrainNotification {
    var listeners: [WaiterTable<Bool>.Continuation]
    var endsCore: Bool
    /// Of a dropped pool, to be released without the lock.
    var observers: [EventObserver<PoolEvent>?]
  }

  /// Returns the error of an earlier one, which must not be released under the lock.
  mutating func noteFailedCreation(_ error: any Error) -> (any Error)? {
    tally.creationsFailed += 1
    defer { lastCreationError = error }
    return lastCreationError
  }

  /// The error to throw, if a pool is to fail fast.
  func failure(of action: Machine.BorrowAction, for keyIndex: Int?) -> (any Error)? {
    guard case .failFast = action else { return nil }
    return keyIndex.map { keys[$0]?.creationError } ?? lastCreationError
  }

  /// Where a pool with keys fails fast, keeps the error of the key's last creation, or forgets it.
  ///
  /// Returns the previous one, which must not be released under the lock.
  mutating func note(creationError: (any Error)?, forKeyOf slot: Int) -> (any Error)? {
    guard machine.rules.failsFast, let keyIndex = machine.keys.keyIndex(ofSlot: slot),
      let entry = keys[keyIndex]
    else { return nil }
    defer { entry.creationError = creationError }
    return entry.creationError
  }

  mutating func beginLoan(_ slot: Int, at now: Int64, by borrower: UInt) {
    while loans.count <= slot { loans.append(Loan()) }
    loans[slot] = Loan(since: now, borrower: borrower)
  }

  mutating func shrinkLoans() { loans.shrink(to: machine.slots.count) }

  func isRecorded(_ slot: Int) -> Bool { slot < loans.count && loans[slot].since != 0 }

  func holds(_ borrower: UInt, where isConcerned: (Int) -> Bool) -> Bool {
    var isHeld = false
    machine.slots.forEachOut { slot in
      if isRecorded(slot), loans[slot].borrower == borrower, isConcerned(slot) { isHeld = true }
    }
    return isHeld
  }

  mutating func endLoan(_ slot: Int) -> Loan? {
    guard isRecorded(slot) else { return nil }
    defer { loans[slot] = Loan() }
    return loans[slot]
  }
}
