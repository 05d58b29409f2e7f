/// What is to become of an element.
public enum Disposition: Hashable, Sendable {
  /// It is lent again.
  case reuse
  /// The element ends.
  case discard
}

/// What becomes of an element when the body that used it threw.
///
/// It is asked where the pool sees the body, in `withElement` and `withLease`. A cancelled body
/// throws `CancellationError`, so it counts.
public struct FailurePolicy<Element>: Sendable {
  let decide: (@Sendable (inout Element, any Error) -> Disposition)?

  /// The element is lent again, as after a normal return.
  ///
  /// For elements in plain memory.
  public static var reuse: FailurePolicy { FailurePolicy(decide: nil) }

  /// The element ends.
  ///
  /// For connections and the like, which a torn conversation leaves in an unknown state.
  public static var discard: FailurePolicy { FailurePolicy { _, _ in .discard } }

  /// The closure looks at the element and the error, and decides.
  public static func ask(
    _ decide: @escaping @Sendable (inout Element, any Error) -> Disposition
  ) -> FailurePolicy {
    FailurePolicy(decide: decide)
  }
}

/// What a pool does with an element between two borrowers.
///
/// | hook | when | on which thread |
/// | --- | --- | --- |
/// | `onReturn` | as it comes back, before it is idle | the one that returns it |
/// | `validate` | before it is lent, if it was idle long enough | the borrower's |
/// | `prepareForReuse` | before it is lent again, never the first time | the borrower's |
/// | `destroy` | at its end | the one that caused it |
///
/// No hook is called while a lock is held; each may use the pool.
public struct PoolHooks<Element>: Sendable {
  /// Cleans an element that comes back, and says whether it is fit to be lent again.
  public var onReturn: (@Sendable (inout Element) -> Disposition)?

  /// Makes an element ready for its next borrower.
  ///
  /// If it throws, the element ends and the borrower gets another without losing its place in line.
  ///
  /// Not called for a new element, nor for one that still shows what its borrower prefers.
  public var prepareForReuse: (@Sendable (inout Element) throws -> Void)?

  /// Says whether an element is still good.
  ///
  /// If it is not, or the hook throws, the element ends and the borrower gets another without
  /// losing its place in line.
  ///
  /// Called only after ``PoolConfiguration/validationWindow``.
  public var validate: (@Sendable (inout Element) throws -> Bool)?

  /// Ends an element.
  ///
  /// Without it, the element is just let go.
  public var destroy: (@Sendable (sending Element, DiscardReason) -> Void)?

  /// What becomes of an element when the body that used it threw.
  public var onFailure: FailurePolicy<Element> = .reuse

  /// No hooks.
  public init() {}
}

/// What a ``BoundedPool`` does with an element between two borrowers, where that takes waiting.
///
/// The asynchronous hooks run in tasks of the pool's own: the borrower stays in line meanwhile, and
/// its timeout and cancellation hold. They do not run in the borrower's task, so a borrower that
/// gives up does not interrupt them; the element goes to the next one.
public struct AsyncPoolHooks<Element>: Sendable {
  /// Cleans an element that comes back, and says whether it is fit to be lent again.
  ///
  /// Synchronous, because an element may come back where nothing can be awaited.
  public var onReturn: (@Sendable (inout Element) -> Disposition)?

  /// Makes an element ready for its next borrower.
  ///
  /// If it throws, the element ends and the oldest waiter gets another without losing its place in
  /// line.
  public var prepareForReuse: (@Sendable (inout Element) async throws -> Void)?

  /// Says whether an element is still good.
  ///
  /// If it is not, or the hook throws, the element ends.
  ///
  /// Called only after ``PoolConfiguration/validationWindow``.
  public var validate: (@Sendable (inout Element) async throws -> Bool)?

  /// Ends an element.
  ///
  /// It counts against the capacity until this returns.
  public var destroy: (@Sendable (sending Element, DiscardReason) async -> Void)?

  /// What becomes of an element when the body that used it threw.
  public var onFailure: FailurePolicy<Element> = .reuse

  /// No hooks.
  public init() {}
}
