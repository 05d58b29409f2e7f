/// An element on loan, returned when the lease ends.
///
/// A lease cannot be copied, so an element never has two borrowers and is never returned twice. It
/// ends at the end of its scope, on every path, including a thrown error or a cancelled task:
///
/// ```swift
/// func borrowAndRead() async throws {
///   let lease = try await books.lease()
///   lease.element.open()
///   try await read(lease.element)
/// }  // back on the shelf
/// ```
///
/// End it earlier with ``release()``. Do not write `defer { lease.release() }`: a noncopyable value
/// cannot be consumed in a `defer`, and the end of the scope returns the element anyway. A lease
/// can be stored in an optional property and taken out with `take()`; to keep an element in an
/// object for that object's lifetime, use an ``OwnedLease``.
///
/// The lease may end on a thread or task other than the one that borrowed. It may outlive the pool;
/// the element is then destroyed with the lease.
///
/// - Warning: Do not use an element that is a class instance, or contains one, after the lease has
///   ended. The compiler keeps the closures of `withElement` from letting a
///   non-`Sendable` element escape; it cannot do that for ``element``.
@frozen
public struct Lease<Element>: ~Copyable {
  @usableFromInline let core: Unmanaged<PoolCore>
  @usableFromInline let slot: SlotRef

  /// Whether the element still shows what its borrower prefers, and needs no preparation.
  public let isPreferred: Bool

  @inlinable
  @inline(__always)
  init(_ core: PoolCore, _ slot: SlotRef, isPreferred: Bool = false) {
    self.core = .passUnretained(core)
    self.slot = slot
    self.isPreferred = isPreferred
  }

  /// The element, to read or to change in place.
  ///
  /// To change an element that is a value, declare the lease as a `var`.
  @inlinable
  public var element: Element {
    _read { yield slot.element(as: Element.self).pointee }
    _modify { yield &slot.element(as: Element.self).pointee }
  }

  @inlinable
  deinit {
    core._withUnsafeGuaranteedRef { $0.returnElement(slot) }
  }

  /// Returns the element now.
  @inlinable
  public consuming func release() {}

  /// Ends the loan and destroys the element.
  @inlinable
  public consuming func discard() {
    core._withUnsafeGuaranteedRef { $0.discard(slot, because: .byBorrower) }
    discard self
  }

  /// Removes the element from the pool permanently; the pool may create another in its place.
  ///
  /// The pool's hooks are not called. A stock has one element less from now on, until one is added.
  /// To put another in its place, use ``replace(with:)``.
  ///
  /// - Returns: The element, which belongs to the caller.
  @inlinable
  public consuming func detach() -> sending Element {
    let place = slot.element(as: Element.self)
    nonisolated(unsafe) let element = place.move()  // guard: the lease was the only reference
    core._withUnsafeGuaranteedRef { $0.detached(slot) }
    discard self
    return element
  }
}

// A lease is the only token of its slot; moving it to another thread moves the element.
extension Lease: @unchecked Sendable where Element: Sendable {}  // guard: the only token

extension Lease {
  /// Ends the loan and puts another element in the place of this one.
  ///
  /// The pool has as many elements as before: its capacity does not change. The longest waiter
  /// receives the replacement, which counts as new: its age and its uses start now, and
  /// `prepareForReuse` and `validate` are not called for its first loan. In a ``KeyedPool`` it is
  /// lent for the key of the element that it replaces. In a pool that is shut down it is destroyed
  /// at once.
  ///
  /// ```swift
  /// let lease = try await books.lease()
  /// if lease.element.isTorn {
  ///   let torn = lease.replace(with: Book(copy: 7))
  ///   await bindery.repair(torn)
  /// }
  /// ```
  ///
  /// - Parameter replacement: The element that is lent from now on.
  /// - Returns: The element that was on loan. It belongs to the caller, and no hook is called for
  ///   it.
  @inlinable
  @discardableResult
  public consuming func replace(with replacement: sending Element) -> sending Element {
    let place = slot.element(as: Element.self)
    nonisolated(unsafe) let element = place.move()  // guard: the lease was the only reference
    place.initialize(to: replacement)
    core._withUnsafeGuaranteedRef { $0.replaced(slot) }
    discard self
    return element
  }
}
