/// The actions of a ``LocalPool`` on an element between two borrowers.
///
/// | hook | when |
/// | --- | --- |
/// | `onReturn` | when it is returned, before it becomes idle |
/// | `prepareForReuse` | before it is lent again, never the first time |
/// | `destroy` | when it is destroyed |
///
/// ```swift
/// let hooks = LocalPoolHooks<BranchMap>(
///   onReturn: { map in map.hasFailed ? .discard : .reuse },
///   prepareForReuse: { map in map.clear() })
/// ```
///
/// Each hook runs in the pool's isolation domain and may use the pool.
public struct LocalPoolHooks<Element> {
  /// Cleans a returned element, and decides whether it can be lent again.
  ///
  /// Also called when the body of `withElement` threw; not called for an element that is discarded.
  public var onReturn: ((inout Element) -> PoolDisposition)?

  /// Prepares an element for its next borrower.
  ///
  /// Not called for a new element, nor for one that still shows what its borrower prefers.
  public var prepareForReuse: ((inout Element) -> Void)?

  /// Destroys an element; called once.
  ///
  /// If nil, the element is deinitialized. Not called for an element that was detached.
  public var destroy: ((Element, PoolDiscardReason) -> Void)?

  /// Creates hooks; those omitted do nothing.
  ///
  /// - Parameters:
  ///   - onReturn: Cleans a returned element, and decides whether it can be lent again.
  ///   - prepareForReuse: Prepares an element for its next borrower.
  ///   - destroy: Destroys an element.
  public init(
    onReturn: ((inout Element) -> PoolDisposition)? = nil,
    prepareForReuse: ((inout Element) -> Void)? = nil,
    destroy: ((Element, PoolDiscardReason) -> Void)? = nil
  ) {
    self.onReturn = onReturn
    self.prepareForReuse = prepareForReuse
    self.destroy = destroy
  }

  func end(_ element: consuming Element, because reason: PoolDiscardReason) {
    destroy?(element, reason)
  }
}
