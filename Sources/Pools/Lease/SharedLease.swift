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
/// ``release()`` may be called from any thread and any number of times. ``element`` is not
/// synchronised: who shares the lease between threads shares the element.
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

  private func checkIsOut() {
    precondition(
      isOut.load(ordering: .relaxed),
      "This lease was released, and its element may be in other hands: borrow it again.")
  }
}

// The element moves with the lease, or is itself safe to share.
extension SharedLease: @unchecked Sendable where Element: Sendable {}
