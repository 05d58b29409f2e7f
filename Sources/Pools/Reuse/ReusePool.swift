internal import StageFloor

/// A pool of objects of several kinds, each with a typed identifier.
///
/// The library shows a list of orders with headings between them. Cells of both kinds are reused,
/// each among its own kind:
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
/// Each kind is a separate ``LocalPool`` with its own limit; ``pool(for:)`` gives access to all of
/// its methods. Like a local pool, a reuse pool has no lock and is not `Sendable`: it belongs to
/// one isolation domain, such as the main actor.
public final class ReusePool {
  /// With the type, so an element found by its kind has that type.
  private struct Kind: Hashable {
    var name: String
    var type: ObjectIdentifier

    init<Element>(_ identifier: ReuseIdentifier<Element>) {
      name = identifier.name
      type = ObjectIdentifier(Element.self)
    }
  }

  private var indices: [Kind: Int] = [:]
  private(set) var pools: [any LocalUpkeep] = []
  var weakReference: WeakPoolReference?

  /// Creates a pool without any kinds.
  public init() {}

  /// Registers a kind, with the rules for creating and reusing its elements.
  ///
  /// Register each kind once, before any other use of it.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - maximumIdle: The maximum number of idle elements of this kind.
  ///   - prepareForReuse: A closure that prepares an element for its next borrower; not called for
  ///     a new element, nor for one that still shows what its borrower prefers.
  ///   - make: A closure that creates an element.
  public func register<Element>(
    _ identifier: ReuseIdentifier<Element>,
    maximumIdle: Int = 16,
    prepareForReuse: ((inout Element) -> Void)? = nil,
    make: @escaping () -> Element
  ) {
    var configuration = PoolConfiguration()
    configuration.name = identifier.name
    register(
      identifier,
      pool: LocalPool(
        maximumIdle: maximumIdle, configuration: configuration,
        hooks: LocalPoolHooks(prepareForReuse: prepareForReuse), make: make))
  }

  /// Registers an existing pool for a kind, with its own hooks and configuration.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - pool: The pool, which may already be in use. Register it for one kind only.
  public func register<Element>(
    _ identifier: ReuseIdentifier<Element>, pool: LocalPool<Element>
  ) {
    let other = indices.updateValue(pools.count, forKey: Kind(identifier))
    require(
      other == nil,
      """
      \(identifier) is registered already. Register each kind once; give a second kind of the \
      same type a different name.
      """)
    pools.append(pool)
  }

  /// Returns whether a kind is registered.
  ///
  /// - Parameter identifier: The kind.
  /// - Returns: Whether the kind is registered.
  public func isRegistered<Element>(_ identifier: ReuseIdentifier<Element>) -> Bool {
    indices[Kind(identifier)] != nil
  }

  /// Returns the pool of one kind, for methods that a reuse pool does not offer itself.
  ///
  /// - Parameter identifier: The kind.
  /// - Returns: The pool.
  /// - Precondition: The kind is registered.
  public func pool<Element>(for identifier: ReuseIdentifier<Element>) -> LocalPool<Element> {
    guard let index = indices[Kind(identifier)] else {
      misuse(
        "\(identifier) is not registered. Call register(_:make:) before requesting its elements."
      )
    }
    return unsafeDowncast(pools[index], to: LocalPool<Element>.self)
  }

  /// Destroys idle elements of every kind, the longest idle first.
  ///
  /// Each kind destroys the same share, or its elements that are old enough, in registration order.
  /// Elements on loan are not affected.
  ///
  /// - Parameter how: The elements to destroy.
  /// - Returns: The number of elements destroyed.
  @discardableResult
  public func trim(_ how: PoolTrim) -> Int {
    pools.reduce(0) { ended, pool in ended + pool.trim(how) }
  }

  /// Destroys every element created so far, of all kinds: idle ones now, the others as they are
  /// returned.
  public func invalidateAll() {
    for pool in pools { pool.invalidateAll() }
  }
}

protocol LocalUpkeep: AnyObject {
  var spareCount: Int { get }
  func destroyIdle(atMost count: Int) -> Int
  func trim(_ how: PoolTrim) -> Int
  func invalidateAll()
}

extension LocalPool: LocalUpkeep {}
