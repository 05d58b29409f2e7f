/// An event in a pool.
///
/// Events are values. Observers receive them outside the pool's locks, on the thread on which they
/// happened. Events of different threads may arrive out of order.
public enum PoolEvent: Sendable {
  /// An element was created; the creation took this long.
  case created(taking: Duration)
  /// A creation failed.
  case creationFailed(any Error)
  /// An element was lent.
  case lent(to: PoolLoan.Site, waited: Duration)
  /// An element was returned.
  case returned(from: PoolLoan.Site, after: Duration)
  /// An element was destroyed.
  case discarded(PoolDiscardReason)
  /// A borrower joined the line, which then had this many waiters.
  case waiting(inLine: Int)
  /// A wait ended by timeout, shutdown or cancellation, or a borrower did not wait because too many
  /// others do; the code is nil for cancellation.
  case gaveUp(PoolError.Code?, after: Duration)
  /// A loan exceeded the `longHoldThreshold` of the pool's configuration.
  case heldLong(by: PoolLoan.Site, for: Duration)
  /// An element whose loan had exceeded the threshold was returned.
  case returnedAfterLongHold(from: PoolLoan.Site, after: Duration)
  /// An object that was not on loan was released: a second or a foreign release.
  case strayRelease
  /// A borrower holds an element and waits for another of an exhausted pool.
  case nestedBorrowing(at: PoolLoan.Site)

  /// The number of events that a pool's `events` stores while its consumer is busy.
  public static var bufferLimit: Int { 1_024 }
}
