internal import StageFloor

/// A waiter is a number that the shell gives to a task that awaits a ``SessionReply``.
enum SessionInput: Sendable {
  case open(SharedPoolSettings?, waiter: UInt64)
  /// With `timeout`, in nanoseconds, the wait ends after that time. The lease has the waiter's
  /// number.
  case ask(SessionWants, timeout: Int64?, waiter: UInt64)
  case cancel(waiter: UInt64)
  case answered(send: UInt64, Result<LendingAnswer, LeaseStoreError>)
  case signal(LeaseStoreSignal)
  case signalsEnded
  case tick
  /// All resources of the lease without `names`.
  case giveBack(lease: UInt64, names: Set<String>?, LendingReturn.Condition, waiter: UInt64?)
  case confirm(lease: UInt64, waiter: UInt64)
  case watch(lease: UInt64, waiter: UInt64)
  case call(LendingCall, isRepeatable: Bool, waiter: UInt64)
  /// No more requests; the session ends once all leases are returned.
  case close(waiter: UInt64?)
}

struct SessionWants: Sendable {
  var wants: [Want]
  /// From -100 to 100.
  var priority = 0
  var joinsLine = true
}
