/// What the shell does for a session.
enum SessionAction: Hashable, Sendable {
  /// Sends a request to the store, and reports the answer with the number.
  case send(UInt64, LendingRequest)
  /// Resumes a waiter.
  case reply(to: UInt64, SessionReply)
  /// Reports an event to the observers.
  case report(SharedPoolEvent)
  /// Ends the alarm and the stream of signals: the session is over.
  case stop
}

/// What a waiter receives.
enum SessionReply: Hashable, Sendable {
  /// To an ask: what was lent.
  case granted(LendingGrant, LendingKey)
  /// To an ask that does not join the line: not everything was free.
  case notFree
  /// To a call, and to a return.
  case answered(LendingAnswer)
  /// To a return whose answer has not come in time: it is still being repeated.
  case pending
  /// To a confirmation: whether the lease is alive.
  case confirmed(Bool)
  /// To a watch: why the lease is about to end, or `nil` if it was returned.
  case loss(LeaseLoss?)
  /// To a close.
  case closed
  /// To any.
  case failed(SessionFailure)
}

/// Why a waiter does not receive what it wants.
enum SessionFailure: Hashable, Sendable {
  case cancelled
  case closed
  /// The wait took too long. The error is that of the last attempt, if the store did not answer it.
  case timedOut(LeaseStoreError?)
  case ended(LendingEnd)
  case refused(LendingRefusal)
  case store(LeaseStoreError)
}
