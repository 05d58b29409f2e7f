internal import StageFloor

/// A pool without a lock, isolated to one actor.
///
/// For the main actor, or any other single actor: a city has fifty branches, but the page on screen
/// shows one map, and a map is expensive to create. The pool creates a map when none is idle, and
/// keeps at most `maximumIdle` returned maps.
///
/// ```swift
/// @MainActor final class BranchPage {
///   static let maps = LocalPool(maximumIdle: 4) { BranchMap() }
///
///   private var map: LocalOwnedLease<BranchMap>?
///
///   func loadView(of branch: String) {
///     let map = Self.maps.ownedLease(preferring: branch)
///     if !map.isPreferred { map.element.show(branch) }
///     self.map = map
///   }
/// }
/// ```
///
/// | way to borrow | the element is returned |
/// | --- | --- |
/// | ``withElement(_:)`` | when the closure ends |
/// | ``lease(preferring:)`` | when the lease ends |
/// | ``ownedLease(preferring:isolation:)`` | when the last reference to the lease is released |
/// | ``acquire(preferring:)`` | when it is passed to ``release(_:)`` |
///
/// A local pool never waits and never throws. It has no timer: ages are checked whenever an element
/// is borrowed or returned, and in ``trim(_:)``.
///
/// It is not `Sendable`: the compiler keeps it, its leases and its elements in one isolation
/// domain. The closures passed to it may use the pool whenever they are called; they should capture
/// it weakly, because a strong reference is a cycle. Keys must not use the pool, neither in `==`
/// and `hash(into:)` nor in their deinit.
///
/// Every lease keeps its pool alive, so the two may be dropped in any order. The idle elements are
/// destroyed with the pool, wherever its last reference is dropped; if its elements must be
/// destroyed on the main actor, store the pool in an object that lives as long as the app.
public final class LocalPool<Element> {
  typealias Machine = PoolMachine<Never, Never>

  /// Never being mutated while a user's closure runs.
  var machine: Machine
  /// By slot; the memory never moves, so a lease can point to it.
  var places: [UnsafeMutablePointer<Element>] = []
  /// The slots of the objects that were lent without a lease.
  var acquired: [ObjectIdentifier: Int] = [:]
  var tally = PoolSnapshot()

  var weakReference: WeakPoolReference?

  let preferences = PreferenceTable()
  let make: () -> Element
  let hooks: LocalPoolHooks<Element>
  let timekeeper: Timekeeper

  /// Creates an empty pool; elements are created on demand.
  ///
  /// - Parameters:
  ///   - maximumIdle: The maximum number of idle elements; beyond it, the longest idle are
  ///     destroyed. With 0 every borrower gets a new element.
  ///   - configuration: The rules for reuse and expiration.
  ///   - hooks: The actions on an element between two borrowers.
  ///   - make: A closure that creates an element, in the isolation domain of the borrower.
  public init(
    maximumIdle: Int = 16,
    configuration: PoolConfiguration = PoolConfiguration(),
    hooks: LocalPoolHooks<Element> = LocalPoolHooks(),
    make: @escaping () -> Element
  ) {
    var rules = Machine.Rules(
      configuration.local(maximumIdle: maximumIdle), builder: .borrower)
    rules.prepares = hooks.prepareForReuse != nil
    machine = Machine(rules: rules)
    tally.name = configuration.name
    timekeeper = Timekeeper(configuration.clock)
    self.hooks = hooks
    self.make = make
  }

  deinit {
    // No lease is left, or it would retain the pool. Elements on loan were acquired and belong to
    // their holders.
    for (slot, place) in places.enumerated() {
      switch machine.slots[slot].phase {
      case .idle: hooks.end(place.move(), because: .shutdown)
      case .out: place.deinitialize(count: 1)
      case .vacant, .building, .preparing, .destroying: break
      }
      place.deallocate()
    }
  }

  /// Lends an element for the duration of a closure.
  ///
  /// The element is returned when `body` returns and also when it throws; the hook `onReturn` is
  /// called in both cases. Do not keep a reference to it. Calls may be nested: the inner one gets
  /// another element.
  ///
  /// ```swift
  /// let pages = renderers.withElement { renderer in renderer.countPages(of: book) }
  /// ```
  ///
  /// - Parameter body: A closure that uses the element.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  public func withElement<Result: ~Copyable, Failure: Error>(
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let loan = borrow(preferring: nil)
    defer { returnElement(loan.slot) }
    return try body(&loan.place.pointee)
  }

  /// Lends an element until the lease ends.
  ///
  /// It lends an idle element, prepared by `prepareForReuse`, if there is one, and otherwise a new
  /// one.
  ///
  /// With a key, it lends the element that last showed `key`, unchanged, if it is idle. Then it is
  /// not prepared, and ``LocalLease/isPreferred`` is true: it need not be filled again. Otherwise
  /// the element that has been idle longest is lent, prepared by `prepareForReuse`, because its key
  /// is the least likely to be requested soon; and if none is idle, a new one. In each case the
  /// element counts as showing `key` until it is lent for something else. Of several that show
  /// the same key, the one returned last is lent.
  ///
  /// - Parameter key: The key of the content that the borrower wants to show.
  /// - Returns: A lease that returns the element when it ends. Its ``LocalLease/isPreferred`` is
  ///   true if the element still shows `key`.
  public func lease(preferring key: AnyHashable? = nil) -> LocalLease<Element> {
    LocalLease(of: borrow(preferring: key), from: self)
  }
}
