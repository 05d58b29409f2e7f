/// Something that happened in a pool.
///
/// Events are values; the observer of a ``PoolConfiguration`` gets them outside the pool's locks,
/// on the thread on which they happened. Events of different threads may arrive in another order
/// than the one in which they happened.
public enum PoolEvent: Sendable {
  /// An element was made; how long that took.
  case created(taking: Duration)
  /// An element could not be made.
  case creationFailed(any Error)
  /// An element was lent.
  case lent(to: LoanSite, waited: Duration)
  /// An element came back.
  case returned(from: LoanSite, after: Duration)
  /// An element ended.
  case discarded(DiscardReason)
  /// A borrower joined the line, which then had this many.
  case waiting(inLine: Int)
  /// A wait ended by time, cancellation or shutdown; nil stands for cancellation.
  case gaveUp(PoolError.Code?, after: Duration)
  /// A loan has lasted longer than ``PoolConfiguration/longHoldThreshold``.
  case heldLong(by: LoanSite, for: Duration)
  /// An element that was reported as held long came back.
  case cameBack(from: LoanSite, after: Duration)
  /// An object was released that was not on loan: a second or a foreign release.
  case strayRelease
  /// A borrower holds an element and waits for another of an exhausted pool.
  case nestedBorrowing(at: LoanSite)
}
