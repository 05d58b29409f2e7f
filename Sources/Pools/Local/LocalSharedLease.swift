internal import StageFloor

/// An element on loan from a ``LocalPool``, stored in an object and returned when that object goes.
///
/// A page on the main actor borrows its map when it loads, and need not know when it goes:
///
/// ```swift
/// @MainActor final class BranchPage {
///   private let map: LocalSharedLease<BranchMap>
///
///   init(maps: LocalPool<BranchMap>) {
///     map = maps.sharedLease()
///   }
/// }
/// ```
///
/// The last reference to a page may be dropped on any thread, and its deinit, with that of the
/// lease, runs there. The lease remembers the actor that it was made on, and the element and the
/// pool are only touched on that actor:
///
/// - made on the main actor, the element returns at once if the lease ends there, and otherwise
///   a moment later, in a task;
/// - made on another actor, it returns a moment later, in a task on that actor, or at once if the
///   actor is gone;
/// - made on no actor, it returns at once, wherever that is. The pool must then not be in use
///   elsewhere at that moment.
///
/// Leases that end elsewhere return in no particular order. ``release()``, which can only be called
/// in the pool's own domain, always returns at once.
public final class LocalSharedLease<Element> {
  private enum Home { case nowhere, mainActor, actor }

  private var lease: LocalLease<Element>?
  private let home: Home
  /// Weak, because an actor may store the lease; once it is gone, nobody else is in its domain.
  private weak var actor: (any Actor)?

  /// Whether the element still shows the key that the borrower asked for.
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
    // Detached, so that it does not take along what the thread it died on was about.
    Task.detached { await parcel.deliver(to: destination) }
  }

  /// The element, read or changed in place, until it is released.
  ///
  /// Keep no reference to it beyond that: it may be somebody else's by then.
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
  /// Further calls do nothing.
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
  /// Guard of the unchecked conformance: the parcel is filled where the last reference to its owner
  /// was dropped, so nobody else can see the lease; after that it is opened only on the actor, once.
  /// On the way nothing that the lease refers to is touched, not even its counts.
  private final class Parcel: @unchecked Sendable {
    private var lease: LocalLease<Element>?

    init(_ lease: consuming LocalLease<Element>) { self.lease = consume lease }

    /// The actor isolates the call: here the lease ends, and perhaps with it the pool.
    func deliver(to actor: isolated any Actor) { lease = nil }
  }
}

extension LocalPool {
  /// Lends an element until the lease is released, or until whoever stores it is gone.
  ///
  /// ```swift
  /// map = maps.sharedLease()
  /// ```
  ///
  /// - Parameter isolation: the actor on which the element is returned; leave it to be filled in
  ///   with the one that the caller is on. The compiler then keeps the pool on that actor.
  /// - Returns: the lease of an idle element, prepared by `prepareForReuse`, or of a new one.
  public func sharedLease(
    isolation: isolated (any Actor)? = #isolation
  ) -> LocalSharedLease<Element> {
    LocalSharedLease(lease(), of: isolation)
  }

  /// Lends the element that last showed `key` if it is idle, just as it was.
  ///
  /// Otherwise the one that has rested longest, prepared, or a new one: as
  /// ``lease(preferring:)`` does.
  ///
  /// - Parameters:
  ///   - key: what the element is to show.
  ///   - isolation: the actor on which the element is returned; leave it to be filled in.
  /// - Returns: the lease; ``LocalSharedLease/isPreferred`` tells whether it shows `key` already.
  public func sharedLease(
    preferring key: some Hashable, isolation: isolated (any Actor)? = #isolation
  ) -> LocalSharedLease<Element> {
    LocalSharedLease(lease(preferring: key), of: isolation)
  }
}
