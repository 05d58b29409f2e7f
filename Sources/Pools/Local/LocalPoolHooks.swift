/// What a ``LocalPool`` does with an element between two borrowers.
///
/// | hook | when |
/// | --- | --- |
/// | `onReturn` | as it comes back, before it is idle |
/// | `prepareForReuse` | before it is lent again, never the first time |
/// | `destroy` | at its end |
///
/// ```swift
/// let hooks = LocalPoolHooks<BranchMap>(
///   onReturn: { map in map.hasFailed ? .discard : .reuse },
///   prepareForReuse: { map in map.clear() })
/// ```
///
/// Each hook runs in the pool's isolation domain and may use the pool.
public struct LocalPoolHooks<Element> {
  /// Cleans an element that comes back, and says whether it is fit to be lent again.
  ///
  /// Also called when the body of `withElement` threw; not for an element that is discarded.
  public var onReturn: ((inout Element) -> Disposition)?

  /// Makes an element ready for its next borrower.
  ///
  /// Not called for a new element, nor for one that still shows what its borrower prefers.
  public var prepareForReuse: ((inout Element) -> Void)?

  /// Ends an element, once.
  ///
  /// Without it, the element is just let go. Not called for an element that was detached.
  public var destroy: ((Element, DiscardReason) -> Void)?

  /// Makes hooks; those left out do nothing.
  ///
  /// - Parameters:
  ///   - onReturn: cleans an element that comes back, and says whether it is fit.
  ///   - prepareForReuse: makes an element ready for its next borrower.
  ///   - destroy: ends an element.
  public init(
    onReturn: ((inout Element) -> Disposition)? = nil,
    prepareForReuse: ((inout Element) -> Void)? = nil,
    destroy: ((Element, DiscardReason) -> Void)? = nil
  ) {
    self.onReturn = onReturn
    self.prepareForReuse = prepareForReuse
    self.destroy = destroy
  }

  func end(_ element: consuming Element, because reason: DiscardReason) {
    destroy?(element, reason)
  }
}
