internal import StageFloor

/// Lends objects of many kinds, each behind an identifier that knows its type.
///
/// The library's desk shows a list of orders with headings between them. Both kinds of cell are
/// reused, each among its own:
///
/// ```swift
/// let cells = ReusePool()
/// cells.register(
///   .orderCell, maximumIdle: 8, prepareForReuse: { $0.reset() }, make: { OrderCell() })
/// cells.register(.heading) { Heading() }
///
/// let cell = cells.dequeue(.orderCell, preferring: order.id)
/// cell.show(order)
/// // … and when it is scrolled out of sight:
/// cells.enqueue(cell, for: .orderCell)
/// ```
///
/// Each kind is a ``LocalPool`` of its own, with its own limit; ``pool(for:)`` gives access to
/// all of its verbs. Like it, a reuse pool has no lock and is not `Sendable`: it belongs to one
/// isolation domain, such as the main actor.
public final class ReusePool {
  /// The type is part of it, so what is found by it has that type.
  private struct Kind: Hashable {
    var name: String
    var type: ObjectIdentifier

    init<Element>(_ identifier: ReuseIdentifier<Element>) {
      name = identifier.name
      type = ObjectIdentifier(Element.self)
    }
  }

  private var indices: [Kind: Int] = [:]
  /// In the order in which they were registered.
  private(set) var pools: [any LocalUpkeep] = []
  /// Where monitors find the pool; made when first needed.
  var pressureSeat: PressureSeat?

  /// Makes a pool without any kinds.
  public init() {}

  /// Says how elements of a kind are made and reused.
  ///
  /// Required before anything else is asked of the kind, and allowed once.
  ///
  /// - Parameters:
  ///   - identifier: the kind.
  ///   - maximumIdle: how many elements of this kind are kept at rest.
  ///   - prepareForReuse: makes an element ready for its next borrower; not called for a new one,
  ///     nor for one that still shows what its borrower prefers.
  ///   - make: makes a new element.
  public func register<Element>(
    _ identifier: ReuseIdentifier<Element>,
    maximumIdle: Int = 16,
    prepareForReuse: ((inout Element) -> Void)? = nil,
    make: @escaping () -> Element
  ) {
    var configuration = LocalPoolConfiguration()
    configuration.name = identifier.name
    register(
      identifier,
      pool: LocalPool(
        maximumIdle: maximumIdle, configuration: configuration,
        hooks: LocalPoolHooks(prepareForReuse: prepareForReuse), make: make))
  }

  /// Lets a pool of your own serve a kind, with whatever hooks and ages it has.
  ///
  /// - Parameters:
  ///   - identifier: the kind.
  ///   - pool: the pool, which may be in use already. Let it serve no second kind.
  public func register<Element>(
    _ identifier: ReuseIdentifier<Element>, pool: LocalPool<Element>
  ) {
    let other = indices.updateValue(pools.count, forKey: Kind(identifier))
    require(
      other == nil,
      """
      \(identifier) is registered already. Register each kind once; give a second kind of the \
      same type a name of its own.
      """)
    pools.append(pool)
  }

  /// Whether a kind was registered.
  public func isRegistered<Element>(_ identifier: ReuseIdentifier<Element>) -> Bool {
    indices[Kind(identifier)] != nil
  }

  /// The pool of one kind, for whatever a reuse pool does not offer itself.
  ///
  /// - Precondition: the kind was registered.
  public func pool<Element>(for identifier: ReuseIdentifier<Element>) -> LocalPool<Element> {
    guard let index = indices[Kind(identifier)] else {
      misuse(
        "\(identifier) is not registered. Call register(_:make:) before asking for elements of it.")
    }
    return unsafeDowncast(pools[index], to: LocalPool<Element>.self)
  }

  /// Ends idle elements of every kind, those that have rested longest first.
  ///
  /// Each kind gives up the same share, or whatever of it is old enough, in the order in which the
  /// kinds were registered. What is lent is not touched.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func trim(_ how: Trim) -> Int {
    pools.reduce(0) { ended, pool in ended + pool.trim(how) }
  }

  /// Lends nothing again that was made so far, of any kind.
  ///
  /// What is idle ends now, what is lent when it comes back.
  public func invalidateAll() {
    for pool in pools { pool.invalidateAll() }
  }
}

/// What can be done with the pool of any kind.
protocol LocalUpkeep: AnyObject {
  var spareCount: Int { get }
  func giveUp(atMost count: Int) -> Int
  func trim(_ how: Trim) -> Int
  func invalidateAll()
}

extension LocalPool: LocalUpkeep {}
