/// An element on loan; the end of the lease returns it.
///
/// A lease cannot be copied, so that an element is never in two hands and never returned twice. It
/// ends where its scope ends, on every path, also when an error is thrown or a task is cancelled:
///
/// ```swift
/// func borrowAndRead() async throws {
///   let lease = try await books.lease()
///   lease.element.open()
///   try await read(lease.element)
/// }  // back on the shelf
/// ```
///
/// End it earlier with ``release()``. Do not write `defer { lease.release() }`: a value that cannot
/// be copied cannot be consumed in a `defer`, and the end of the scope does it anyway. A lease can
/// be stored in an optional property and taken out with `take()`; to keep an element in an object
/// for as long as that object lives, use a ``SharedLease``.
///
/// The lease may end on any thread or task, other than the one that borrowed. It may outlive the
/// pool; the element then ends with the lease.
///
/// - Warning: An element that is a class, or holds one, must not be used after the lease has ended.
///   The compiler keeps the closures of `withElement` and `withLease` from letting a non-`Sendable`
///   element escape; it cannot do that for ``element``.
@frozen
public struct Lease<Element>: ~Copyable {
  @usableFromInline let core: Unmanaged<PoolCore>
  @usableFromInline let slot: SlotRef

  /// Whether the element still shows what its borrower prefers, so that nothing need be done to it.
  public let isPreferred: Bool

  @inlinable
  @inline(__always)
  init(_ core: PoolCore, _ slot: SlotRef, isPreferred: Bool = false) {
    self.core = .passUnretained(core)
    self.slot = slot
    self.isPreferred = isPreferred
  }

  /// The element, to read and to change in place; to change a value in place, let the lease be a
  /// `var`.
  @inlinable
  public var element: Element {
    _read { yield slot.element(as: Element.self).pointee }
    _modify { yield &slot.element(as: Element.self).pointee }
  }

  @inlinable
  deinit {
    core._withUnsafeGuaranteedRef { $0.giveBack(slot) }
  }

  /// Returns the element now.
  @inlinable
  public consuming func release() {}

  /// Ends the loan and the element with it: it is not lent again.
  @inlinable
  public consuming func discard() {
    core._withUnsafeGuaranteedRef { $0.discard(slot, because: .byBorrower) }
    discard self
  }

  /// Takes the element out of the pool for good; the pool may make another in its place.
  ///
  /// The pool's hooks are not called. Of a given stock, one less is lent from now on, until one is
  /// added. To leave another in its place, use ``replace(with:)``.
  @inlinable
  public consuming func detach() -> sending Element {
    nonisolated(unsafe) let element = slot.element(as: Element.self).move()
    core._withUnsafeGuaranteedRef { $0.detached(slot) }
    discard self
    return element
  }
}

// A lease is a token for its slot: moving it to another thread moves the element.
extension Lease: @unchecked Sendable where Element: Sendable {}
