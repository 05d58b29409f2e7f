/// The outcome of returning an object with `release(_:)`.
public enum PoolReturnOutcome: Hashable, Sendable {
  /// The object was on loan and has been returned to the pool.
  case returned
  /// The object was not on loan from this pool: it was released twice, or never acquired here.
  /// Nothing changed.
  case notOnLoan
}
