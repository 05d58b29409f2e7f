/// Why a pool ended an element.
public enum DiscardReason: Hashable, Sendable {
  /// The borrower said so: `discard()`.
  case byBorrower
  /// A hook said so, or the element failed its validation.
  case byHook
  /// The body that used it threw, and the pool's ``FailurePolicy`` gives up such elements.
  case afterFailure
  /// Preparing it for its next borrower failed.
  case preparationFailed
  /// It was used as often as allowed.
  case usedUp
  /// It lived as long as allowed.
  case tooOld
  /// It was idle for longer than allowed.
  case idleTooLong
  /// More were idle than allowed.
  case surplus
  /// The capacity was lowered.
  case overCapacity
  /// The idle elements were trimmed.
  case trimmed
  /// It was made before `invalidateAll()`.
  case invalidated
  /// The pool was shut down or dropped.
  case shutDown
}
