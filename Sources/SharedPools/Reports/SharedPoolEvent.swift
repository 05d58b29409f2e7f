/// An event of one ``SharedPool`` object in this process.
///
/// Events are values. Observers receive them outside the pool's lock. What happens in other
/// processes is in the store's log; see ``SharedPool/events(after:limit:)``.
public enum SharedPoolEvent: Hashable, Sendable {
  /// A request of this process has joined the line. Of its requests, this many wait.
  case waiting(Int)
  /// Resources were lent, and have this fence.
  case granted(Fence, names: [String], waited: Duration)
  /// A wait has ended without a grant. The code is nil for cancellation.
  case gaveUp(SharedPoolError.Code?, after: Duration)
  /// The store has ended a waiting request of this process, which has joined the line again.
  case rejoined(because: LendingEnd)
  /// One request has renewed this many leases.
  case renewed(leases: Int, roundTrip: Duration)
  /// A lease is about to end without being returned: its body is cancelled.
  case ending(Fence, LeaseLoss)
  /// A lease has ended without being returned.
  case lost(Fence, LendingEnd)
  /// Resources are being returned.
  case returned(Fence, names: [String], after: Duration)
  /// The store did not decide a request. It is repeated if the error is transient.
  case storeFailed(LeaseStoreError, attempts: Int)
  /// The session is opened again, because the store has forgotten it or the rules have changed.
  case reopening
  /// The store cannot notify this process; the pool polls until it can.
  case cannotBeNotified(String)
  /// The store can notify this process again.
  case canBeNotified
  /// A poll has found that something had happened to a request, and no notification came for it.
  case notificationLost(LendingID)
}
