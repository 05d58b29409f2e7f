/// The reason that a pool destroyed an element.
public enum PoolDiscardReason: Hashable, Sendable {
  /// The borrower called `discard()`, or the program `discard(where:)` or
  /// ``LocalPool/discard(idle:)``.
  case byBorrower
  /// A hook rejected it, or it failed validation.
  case byHook
  /// The body that used it threw, and the pool's ``PoolHooks/FailurePolicy`` discards such
  /// elements.
  case afterFailure
  /// Preparing it for its next borrower failed.
  case preparationFailed
  /// It reached ``PoolConfiguration/Expiration/maximumUses``.
  case usedUp
  /// It reached its maximum lifetime.
  case tooOld
  /// It exceeded the idle timeout.
  case idleTooLong
  /// More elements were idle than allowed.
  case surplus
  /// The capacity was lowered.
  case overCapacity
  /// It was trimmed while idle.
  case trimmed
  /// It was created before `invalidateAll()`.
  case invalidated
  /// The pool was shut down or dropped.
  case shutdown
}
