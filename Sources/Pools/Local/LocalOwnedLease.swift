internal import StageFloor

/// An element on loan from a ``LocalPool`` for the lifetime of its owner.
///
/// A page on the main actor borrows its map when it loads, and the map is returned with the page:
///
/// ```swift
/// @MainActor final class BranchPage {
///   private let map: LocalOwnedLease<BranchMap>
///
///   init(maps: LocalPool<BranchMap>) {
///     map = maps.ownedLease()
///   }
/// }
/// ```
///
/// The last reference to a page may be dropped on any thread, and its deinit, and that of the
/// lease, run there. The lease remembers the actor on which it was created, and the element and the
/// pool are used only on that actor:
///
/// - if created on the main actor, it returns the element at once if it ends there, and otherwise
///   slightly later, in a task;
/// - if created on another actor, it returns the element slightly later, in a task on that actor,
///   or at once if the actor no longer exists;
/// - if created on no actor, it returns the element at once, on the current thread. The pool must
///   then not be in use on another thread at that moment.
///
/// Leases that end off their actor return their elements in no particular order. ``release()``,
/// which can be called only in the pool's own domain, always returns the element at once.
public final class LocalOwnedLease<Element> {
  private enum Home { case nowhere, mainActor, actor }

  private var lease: LocalLease<Element>?
  private let home: Home
  /// Weak, because an actor may store the lease; once it is deallocated, no code runs in its
  /// domain.
  private weak var actor: (any Actor)?

  /// Whether the element still shows the preferred key of the borrower.
  public let isPreferred: Bool

  init(_ lease: consuming LocalLease<Element>, of actor: (any Actor)?) {
    isPreferred = lease.isPreferred
    self.lease = consume lease
    if actor == nil {
      home = .nowhere
    } else if actor === MainActor.shared {
      home = .mainActor
    } else {
      home = .actor
      self.actor = actor
    }
  }

  deinit {
    let destination: any Actor
    switch home {
    case .nowhere: return
    case .mainActor:
      if MainActor.isCurrent { return }
      destination = MainActor.shared
    case .actor:
      guard let actor else { return }
      destination = actor
    }
    guard let lease = lease.take() else { return }
    let parcel = Parcel(lease)
    // Detached, so that the task inherits no context from the thread on which the lease ended.
    Task.detached { await parcel.deliver(to: destination) }
  }

  /// The element, to read or to change in place, until the lease is released.
  ///
  /// Do not keep a reference to it beyond that: another borrower may have it.
  public var element: Element {
    get {
      guard lease != nil else { Self.failReleased() }
      return lease!.element
    }
    _modify {
      guard lease != nil else { Self.failReleased() }
      yield &lease!.element
    }
  }

  /// Returns the element now.
  ///
  /// Further calls have no effect.
  public func release() {
    let lease = lease.take()
    lease?.release()
  }

  private static func failReleased() -> Never {
    misuse(
      """
      This lease of \(Element.self) was released, and its element may be lent to another borrower: \
      borrow it again.
      """)
  }

  /// A lease on its way to its actor.
  ///
  /// guard: the parcel is filled where the last reference to its owner was dropped, so no other
  /// code can reach the lease; after that it is opened only on the actor, once. In between, nothing
  /// that the lease refers to is used, not even its reference counts.
  private final class Parcel: @unchecked Sendable {
    private var lease: LocalLease<Element>?

    init(_ lease: consuming LocalLease<Element>) { self.lease = consume lease }

    /// The actor isolates the call: the lease ends here, and perhaps the pool with it.
    func deliver(to actor: isolated any Actor) { lease = nil }
  }
}

extension LocalPool {
  /// Lends an element until the lease is released or its owner is deallocated.
  ///
  /// ```swift
  /// let map = Self.maps.ownedLease(preferring: branch)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key of the content that the borrower wants to show; see ``lease(preferring:)``.
  ///   - isolation: The actor on which the element is returned. Use the default, the caller's
  ///     actor; the compiler then keeps the pool on that actor.
  /// - Returns: A lease. Its ``LocalOwnedLease/isPreferred`` is true if the element still shows
  ///   `key`.
  public func ownedLease(
    preferring key: AnyHashable? = nil, isolation: isolated (any Actor)? = #isolation
  ) -> LocalOwnedLease<Element> {
    LocalOwnedLease(lease(preferring: key), of: isolation)
  }
}
