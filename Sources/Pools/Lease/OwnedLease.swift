internal import StageFloor
public import Synchronization

/// An element on loan for the lifetime of its owner.
///
/// Store it in the object that uses the element: the page that borrows a map, the session that
/// borrows a connection. When the owner is deallocated, so is the lease, and the element is
/// returned, on the thread where that happens.
///
/// ```swift
/// final class BranchPage {
///   private let map: OwnedLease<BranchMap>
///
///   init(maps: ElasticPool<BranchMap, Never>) {
///     map = maps.ownedLease()
///     map.element.show("Central")
///   }
/// }
/// ```
///
/// It keeps the pool's core alive, not the pool. For elements that belong to the main actor, use a
/// ``LocalPool`` and its ``LocalOwnedLease``, which returns them on that actor.
///
/// ``release()`` may be called from any thread and any number of times. The lease is `Sendable` if
/// the element is a `Sendable` object. The lease then keeps the object alive for as long as the
/// lease itself lives, even after ``release()`` or ``discard()``, because another thread may be
/// reading ``element`` at that moment. A value can be changed through ``element``, and stays in the
/// pool's memory.
public final class OwnedLease<Element> {
  private let core: PoolCore
  @usableFromInline let slot: SlotRef
  @usableFromInline let isOut = Atomic<Bool>(true)
  /// The element, if it is an object: otherwise another thread could end the loan, and the pool
  /// destroy the object, between a reader's check of `isOut` and its own retain.
  @usableFromInline let object: AnyObject?

  /// Whether the element still showed what its borrower preferred.
  public let isPreferred: Bool

  init(_ core: PoolCore, _ loaned: PoolCore.Loaned) {
    self.core = core
    slot = loaned.slot
    // A reference is one word, for every class.
    object = core.lendsObjects ? loaned.slot.element(as: AnyObject.self).pointee : nil
    isPreferred = loaned.isPreferred
  }

  deinit { release() }

  /// The element, to read, or, if it is a value, to change in place.
  ///
  /// An object can be changed, but not replaced by another: two threads could do so at the same
  /// time.
  ///
  /// - Precondition: The lease has not been released.
  @inlinable
  public var element: Element {
    _read {
      checkIsOut()
      if let object {
        yield unsafeBitCast(object, to: Element.self)
      } else {
        yield slot.element(as: Element.self).pointee
      }
    }
    _modify {
      checkIsOut()
      if let object {
        var element = unsafeBitCast(object, to: Element.self)
        yield &element
        if unsafeBitCast(element, to: AnyObject.self) !== object { failReplaced() }
      } else {
        yield &slot.element(as: Element.self).pointee
      }
    }
  }

  /// Returns the element now.
  ///
  /// Further calls have no effect.
  public func release() {
    if isOut.exchange(false, ordering: .acquiringAndReleasing) { core.returnElement(slot) }
  }

  /// Ends the loan and destroys the element now.
  ///
  /// It has no effect after the element was returned.
  public func discard() {
    guard isOut.exchange(false, ordering: .acquiringAndReleasing) else { return }
    core.discard(slot, because: .byBorrower)
  }

  @inlinable
  @inline(__always)
  func checkIsOut() {
    if !isOut.load(ordering: .relaxed) { failReleased() }
  }

  @usableFromInline
  @inline(never)
  func failReleased() -> Never {
    misuse("This lease was released, and another borrower may have its element: borrow it again.")
  }

  @usableFromInline
  @inline(never)
  func failReplaced() -> Never {
    misuse(
      """
      The object of an owned lease cannot be replaced. Change the object itself, or discard the \
      lease and borrow another.
      """)
  }
}

// guard: the rest is constant or atomic; a `Sendable` object guards itself. A value does not,
// because two threads could change it through `element`.
extension OwnedLease: @unchecked Sendable where Element: AnyObject & Sendable {}
