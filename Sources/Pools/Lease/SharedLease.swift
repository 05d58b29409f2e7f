internal import StageFloor
internal import Synchronization

/// An element on loan for as long as its owner lives.
///
/// Store it in the object that uses the element: the page that borrows a map, the session that
/// borrows a connection. When the owner goes, the lease goes, and the element returns, on whatever
/// thread that happens.
///
/// ```swift
/// final class BranchPage {
///   private let map: SharedLease<BranchMap>
///
///   init(maps: ElasticPool<BranchMap>) {
///     map = maps.sharedLease()
///     map.element.show("Central")
///   }
/// }
/// ```
///
/// It keeps the pool's core alive, not the pool. For elements that belong to the main actor, use a
/// ``LocalPool`` and its ``LocalSharedLease``, which returns them on that actor.
///
/// ``release()`` may be called from any thread and any number of times. The lease is `Sendable` if the
/// element is an object that is; a value can be changed through ``element`` and stays where it is.
public final class SharedLease<Element> {
  private let core: PoolCore
  private let slot: SlotRef
  private let isOut = Atomic<Bool>(true)

  /// Whether the element still showed what its borrower preferred.
  public let isPreferred: Bool

  init(_ core: PoolCore, _ loaned: PoolCore.Loaned) {
    self.core = core
    slot = loaned.slot
    isPreferred = loaned.isPreferred
  }

  deinit { release() }

  /// The element, to read and to change in place.
  ///
  /// - Precondition: the lease has not been released.
  public var element: Element {
    _read {
      checkIsOut()
      yield slot.element(as: Element.self).pointee
    }
    _modify {
      checkIsOut()
      yield &slot.element(as: Element.self).pointee
    }
  }

  /// Returns the element now; once it is returned, nothing happens.
  public func release() {
    if isOut.exchange(false, ordering: .acquiringAndReleasing) { core.giveBack(slot) }
  }

  /// Ends the loan and the element with it, now: it is not lent again.
  ///
  /// Once it is returned, nothing happens.
  public func discard() {
    guard isOut.exchange(false, ordering: .acquiringAndReleasing) else { return }
    core.discard(slot, because: .byBorrower)
  }

  private func checkIsOut() {
    require(
      isOut.load(ordering: .relaxed),
      "This lease was released, and its element may be in other hands: borrow it again.")
  }
}

// guard: the rest is constant or atomic; an object that is `Sendable` guards itself. A value does not,
// because it could be changed here from two threads.
extension SharedLease: @unchecked Sendable where Element: AnyObject & Sendable {}
