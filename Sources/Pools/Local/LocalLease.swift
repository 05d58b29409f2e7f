/// An element on loan from a ``LocalPool``, returned when the lease ends.
///
/// ```swift
/// let map = maps.lease()
/// map.element.show("Harbour branch")
/// // The map goes back at the end of the scope, however that is left.
/// ```
///
/// A lease cannot be copied, so the element has one borrower and is returned once. A lease can be
/// stored in a property of the same isolation domain; an object that may be deallocated on another
/// thread stores a ``LocalOwnedLease`` instead. To end a lease early, consume it with
/// ``release()``, ``discard()`` or ``detach()``.
///
/// The lease keeps the pool alive. Do not keep a reference to the element after the lease has
/// ended: another borrower may have it.
public struct LocalLease<Element>: ~Copyable {
  private enum Ending { case returned, discarded, detached }

  private let pool: LocalPool<Element>
  private let place: UnsafeMutablePointer<Element>
  private let slot: Int
  private var ending = Ending.returned

  /// Whether the element still shows the preferred key of the borrower.
  ///
  /// If so, it is exactly as it was returned. Otherwise, and always without a key, it is new or was
  /// prepared for reuse.
  public let isPreferred: Bool

  init(of loan: LocalPool<Element>.Loan, from pool: LocalPool<Element>) {
    self.pool = pool
    place = loan.place
    slot = loan.slot
    isPreferred = loan.isPreferred
  }

  deinit {
    switch ending {
    case .returned: pool.returnElement(slot)
    case .discarded: pool.discard(slot, because: .byBorrower)
    case .detached: break
    }
  }

  /// The element, to read or to change in place.
  ///
  /// To change an element that is a value, declare the lease as a `var`.
  public var element: Element {
    get { place.pointee }
    _modify { yield &place.pointee }
  }

  /// Returns the element now.
  ///
  /// This happens automatically at the end of the lease's scope.
  public consuming func release() {}

  /// Ends the loan and destroys the element.
  ///
  /// The hook `onReturn` is not called for it; `destroy` is.
  public consuming func discard() { ending = .discarded }

  /// Removes the element from the pool permanently.
  ///
  /// The pool no longer counts it and calls no hook for it.
  ///
  /// - Returns: The element, which belongs to the caller.
  public consuming func detach() -> Element {
    ending = .detached
    return pool.detach(slot)
  }
}
