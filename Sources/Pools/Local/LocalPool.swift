internal import StageFloor

/// Lends objects again instead of making new ones, within one isolation domain, without a lock.
///
/// For the main actor, or any one actor: a city has fifty branches, but the page on screen shows
/// one map, and a map is expensive to build. The pool makes a map when none is idle, and keeps at
/// most `maximumIdle` of those that come back.
///
/// ```swift
/// @MainActor final class BranchPage {
///   static let maps = LocalPool(maximumIdle: 4) { BranchMap() }
///
///   private var map: LocalSharedLease<BranchMap>?
///
///   func loadView(of branch: String) {
///     let map = Self.maps.sharedLease(preferring: branch)
///     if !map.isPreferred { map.element.show(branch) }
///     self.map = map
///   }
/// }
/// ```
///
/// | way to borrow | the element comes back |
/// | --- | --- |
/// | ``withElement(_:)`` | when the closure ends |
/// | ``lease()`` | when the lease ends |
/// | ``sharedLease(isolation:)`` | when the object that stores the lease goes |
/// | ``acquire()`` | when it is given to ``release(_:)``, as in the textbook |
///
/// A local pool never waits and never throws. It has no timer either: ages are looked at whenever
/// an element is borrowed or comes back, and in ``trim(_:)``.
///
/// It is not `Sendable`: the compiler keeps it, its leases and its elements in one isolation
/// domain. Closures given to it may use the pool themselves, whenever they are called; they should
/// hold it weakly, or it never goes. Only keys must leave it alone, in `==`, in `hash(into:)` and when
/// they end.
///
/// Every lease keeps its pool alive, so the two may go in any order. With the pool go the elements
/// that are idle, wherever its last reference is dropped; one whose elements must end on the main
/// actor is best kept by something that lives as long as the app.
public final class LocalPool<Element> {
  typealias Machine = PoolMachine<Never, Never>

  /// Decides; it is never being changed while a closure of the user's runs.
  var machine: Machine
  /// Where the elements are, by slot: a place never moves, so a lease can point at it.
  var places: [UnsafeMutablePointer<Element>] = []
  /// The slots of the objects that were lent without a lease.
  var acquired: [ObjectIdentifier: Int] = [:]
  var tally = PoolSnapshot()

  /// Where monitors find the pool; made when first needed.
  var pressureSeat: PressureSeat?

  let preferences = PreferenceBook()
  let make: () -> Element
  let hooks: LocalPoolHooks<Element>
  let timekeeper: Timekeeper

  /// Makes an empty pool; no element is made before it is asked for.
  ///
  /// - Parameters:
  ///   - maximumIdle: how many elements are kept at rest. When more come back, the coldest end.
  ///     Zero keeps none, so that each borrower gets a new one.
  ///   - configuration: the order of reuse, and how elements grow old.
  ///   - hooks: what is done with an element between two borrowers.
  ///   - make: makes a new element, in the domain of whoever borrows.
  public init(
    maximumIdle: Int = 16,
    configuration: LocalPoolConfiguration = LocalPoolConfiguration(),
    hooks: LocalPoolHooks<Element> = LocalPoolHooks(),
    make: @escaping () -> Element
  ) {
    machine = Machine(
      rules: configuration.rules(maximumIdle: maximumIdle, prepares: hooks.prepareForReuse != nil))
    tally.name = configuration.name
    timekeeper = Timekeeper(configuration.clock)
    self.hooks = hooks
    self.make = make
  }

  deinit {
    // No lease is left, or it would keep the pool. What is out was acquired, and its holder's.
    for (slot, place) in places.enumerated() {
      switch machine.slots[slot].phase {
      case .idle: hooks.end(place.move(), because: .shutDown)
      case .out: place.deinitialize(count: 1)
      case .vacant, .building, .preparing, .destroying: break
      }
      place.deallocate()
    }
  }

  /// Lends an element for as long as a closure runs.
  ///
  /// The element comes back when `body` returns and also when it throws; a hook `onReturn` sees it
  /// in both cases. Keep no reference to it. Calls may be nested: the inner one gets another
  /// element.
  ///
  /// ```swift
  /// let pages = renderers.withElement { renderer in renderer.countPages(of: book) }
  /// ```
  public func withElement<Result: ~Copyable, Failure: Error>(
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let loan = borrow(preferring: nil)
    defer { giveBack(loan.slot) }
    return try body(&loan.place.pointee)
  }

  /// Lends an element until the lease ends.
  ///
  /// An idle element if there is one, prepared by `prepareForReuse`; otherwise a new one.
  public func lease() -> LocalLease<Element> {
    LocalLease(of: borrow(preferring: nil), from: self)
  }

  /// Lends the element that last showed `key` if it is idle, just as it was.
  ///
  /// Then it is not prepared, and ``LocalLease/isPreferred`` is true: it need not be filled again.
  /// Otherwise the element that has rested longest is lent, prepared by `prepareForReuse`, since
  /// whoever asks for it is the least likely to ask soon; and without any at rest, a new one.
  ///
  /// Either way the element is remembered as showing `key` until it is lent for something else. If
  /// several were lent for the same key, the latest is the one that is remembered.
  public func lease(preferring key: some Hashable) -> LocalLease<Element> {
    LocalLease(of: borrow(preferring: AnyHashable(key)), from: self)
  }
}
