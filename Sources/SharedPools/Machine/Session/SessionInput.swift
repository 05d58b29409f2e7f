internal import StageFloor

/// What happens to a session.
///
/// A waiter is a number that the shell has given to a task which awaits a ``SessionReply``.
enum SessionInput: Sendable {
  /// Opens the pool, which happens once, before everything else.
  case open(SharedPoolSettings?, waiter: UInt64)
  /// A task wants resources. With `timeout`, in nanoseconds, its wait ends after that time. The
  /// lease that it receives has the waiter's number.
  case ask(SessionWants, timeout: Int64?, waiter: UInt64)
  /// A task is cancelled while it waits.
  case cancel(waiter: UInt64)
  /// The store has decided a request, or has failed to.
  case answered(send: UInt64, Result<LendingAnswer, LeaseStoreError>)
  /// The store has sent a signal.
  case signal(LeaseStoreSignal)
  /// The store's stream of signals has ended.
  case silence
  /// The moment that the machine has waited for may have come.
  case tick
  /// A task returns resources of a lease: those with these names, or all.
  case giveBack(lease: UInt64, names: Set<String>?, LendingReturn.Condition, waiter: UInt64?)
  /// A task asks the store whether a lease is alive.
  case confirm(lease: UInt64, waiter: UInt64)
  /// A task waits until a lease is about to end.
  case watch(lease: UInt64, waiter: UInt64)
  /// A task sends a request of a keeper or of an observer.
  case call(LendingRequest, isRepeatable: Bool, waiter: UInt64)
  /// The pool is closed: no more requests; the session ends once all leases are returned.
  case close(waiter: UInt64?)
}

/// What a task wants.
struct SessionWants: Sendable {
  /// What is wanted.
  var wants: [Want]
  /// From -100 to 100.
  var priority = 0
  /// Whether to wait if not all are free.
  var joinsLine = true
}
