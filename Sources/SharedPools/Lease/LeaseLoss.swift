/// Why a lease is about to end, or has ended, without being returned.
public struct LeaseLoss: Hashable, Sendable {
  /// Why it ends: ``LendingEnd/expired`` means that its renewals were not answered.
  public var end: LendingEnd

  /// How long after this notice no other borrower can have the resource: the time in which its
  /// holder can bring it into a safe state.
  ///
  /// It is about the pool's margin if the lease was not renewed, up to a whole time to live if a
  /// keeper takes it back, and zero if it has ended. If a keeper takes a resource back
  /// *immediately*, it may be lent again regardless of this.
  public var remaining: Duration

  /// Creates a description.
  public init(_ end: LendingEnd, remaining: Duration) {
    self.end = end
    self.remaining = remaining
  }
}
