enum SessionAction: Hashable, Sendable {
  case send(UInt64, LendingCall)
  case reply(to: UInt64, SessionReply)
  case report(SharedPoolEvent)
  /// All of a lease was returned, or it ended otherwise; only for companions.
  case leaseEnded(UInt64, LendingEnd?)
  case stop
}

enum SessionReply: Hashable, Sendable {
  case granted(LendingGrant, LendingKey)
  /// To an ask that does not join the line: not everything was free.
  case notFree
  case answered(LendingAnswer)
  case pending
  case confirmed(Bool)
  /// To a watch: why the lease is about to end, or `nil` if it was returned.
  case loss(LeaseLoss?)
  case closed
  case failed(SessionFailure)
}

enum SessionFailure: Hashable, Sendable {
  case cancelled
  case closed
  /// With the error of the last attempt, if the store did not answer it.
  case timedOut(LeaseStoreError?)
  case ended(LendingEnd)
  case refused(LendingRefusal)
  case store(LeaseStoreError)
}
