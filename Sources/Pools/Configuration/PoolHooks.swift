/// The actions of a pool on an element between two borrowers.
///
/// | hook | when | on which thread |
/// | --- | --- | --- |
/// | `onReturn` | when it is returned, before it becomes idle | the returning thread |
/// | `validate` | before it is lent, if it was idle long enough | the borrower's |
/// | `prepareForReuse` | before it is lent again, never the first time | the borrower's |
/// | `destroy` | when it is destroyed | the thread that caused it |
///
/// No hook is called while a lock is held; every hook may use the pool.
public struct PoolHooks<Element>: Sendable {
  /// Cleans a returned element, and decides whether it can be lent again.
  public var onReturn: (@Sendable (inout Element) -> PoolDisposition)?

  /// Prepares an element for its next borrower.
  ///
  /// If it throws, the element is destroyed and the borrower gets another without losing its place
  /// in line.
  ///
  /// Not called for a new element, nor for one that still shows what its borrower prefers.
  public var prepareForReuse: (@Sendable (inout Element) throws -> Void)?

  /// Returns whether an element is still usable.
  ///
  /// If it returns false or throws, the element is destroyed and the borrower gets another without
  /// losing its place in line.
  ///
  /// Called only if the element was idle for the `validationWindow` of the pool's configuration,
  /// and, in a task of the pool, every `keepAliveInterval` while it is idle.
  public var validate: (@Sendable (inout Element) throws -> Bool)?

  /// Destroys an element.
  ///
  /// If nil, the element is deinitialized.
  public var destroy: (@Sendable (sending Element, PoolDiscardReason) -> Void)?

  /// The treatment of an element when the body that used it threw.
  public var onFailure: FailurePolicy = .reuse

  /// Creates an empty set of hooks.
  public init() {}
}

/// The actions of a ``BoundedPool`` or a ``KeyedPool`` on an element between two borrowers, where they
/// must suspend.
///
/// The asynchronous hooks run in the pool's own tasks: the borrower stays in line meanwhile, and
/// its timeout and cancellation apply. They do not run in the borrower's task, so a borrower that
/// gives up does not interrupt them; the next waiter receives the element.
public struct AsyncPoolHooks<Element>: Sendable {
  /// Cleans a returned element, and decides whether it can be lent again.
  ///
  /// Synchronous, because an element can be returned where suspension is impossible.
  public var onReturn: (@Sendable (inout Element) -> PoolDisposition)?

  /// Prepares an element for its next borrower.
  ///
  /// If it throws, the element is destroyed and the longest waiter gets another without losing its
  /// place in line.
  public var prepareForReuse: (@Sendable (inout Element) async throws -> Void)?

  /// Returns whether an element is still usable.
  ///
  /// If it returns false or throws, the element is destroyed.
  ///
  /// Called only if the element was idle for the `validationWindow` of the pool's configuration,
  /// and every `keepAliveInterval` while it is idle.
  public var validate: (@Sendable (inout Element) async throws -> Bool)?

  /// Destroys an element.
  ///
  /// The element counts against the capacity until this returns.
  public var destroy: (@Sendable (sending Element, PoolDiscardReason) async -> Void)?

  /// The treatment of an element when the body that used it threw.
  public var onFailure: PoolHooks<Element>.FailurePolicy = .reuse

  /// Creates an empty set of hooks.
  public init() {}
}
