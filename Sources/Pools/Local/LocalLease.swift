/// An element on loan from a ``LocalPool``, which returns when the lease ends.
///
/// ```swift
/// let map = maps.lease()
/// map.element.show("Harbour branch")
/// // The map goes back at the end of the scope, however that is left.
/// ```
///
/// A lease cannot be copied, so the element has one borrower, and comes back once. It may be
/// stored in a property of the same isolation domain; an object whose deinit may run on another
/// thread stores a ``LocalSharedLease`` instead. To end a lease early, consume it with
/// ``release()``, ``discard()`` or ``detach()``.
///
/// The lease keeps the pool alive. Keep no reference to the element beyond the lease's end: it may
/// be somebody else's by then.
public struct LocalLease<Element>: ~Copyable {
  private enum Ending { case returned, discarded, detached }

  private let pool: LocalPool<Element>
  private let place: UnsafeMutablePointer<Element>
  private let slot: Int
  private var ending = Ending.returned

  /// Whether the element still shows the key that the borrower asked for.
  ///
  /// It is then just as it was when it came back. Otherwise, and always without a key, it is new or
  /// was prepared for reuse.
  public let isPreferred: Bool

  init(of loan: LocalPool<Element>.Loan, from pool: LocalPool<Element>) {
    self.pool = pool
    place = loan.place
    slot = loan.slot
    isPreferred = loan.isPreferred
  }

  deinit {
    switch ending {
    case .returned: pool.giveBack(slot)
    case .discarded: pool.discard(slot, because: .byBorrower)
    case .detached: break
    }
  }

  /// The element, read or changed in place.
  ///
  /// To change an element that is a value, the lease must be a `var`.
  public var element: Element {
    get { place.pointee }
    _modify { yield &place.pointee }
  }

  /// Returns the element now.
  ///
  /// The same happens by itself at the end of the lease's scope.
  public consuming func release() {}

  /// Gives the element up: it ends, and is not lent again.
  ///
  /// The hook `onReturn` does not see it; `destroy` does.
  public consuming func discard() { ending = .discarded }

  /// Takes the element out of the pool for good.
  ///
  /// It counts no longer, and none of the hooks sees it again.
  public consuming func detach() -> Element {
    ending = .detached
    return pool.detach(slot)
  }
}
