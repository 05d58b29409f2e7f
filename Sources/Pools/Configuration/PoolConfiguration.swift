/// The rules by which a pool creates, lends, reuses and expires its elements.
///
/// Every property has a default, so a configuration states only what differs:
///
/// ```swift
/// var configuration = PoolConfiguration()
/// configuration.name = "branch maps"
/// configuration.expiration.idleTimeout = .seconds(60)
/// ```
///
/// All kinds of pools take it. A property that has no meaning for a kind says so; there it has no
/// effect, or the pool refuses it.
///
/// Limits on idle elements, an expiration, timings, a long-hold threshold, detection of nested
/// borrowing and ``ReuseOrder/firstInFirstOut`` close a pool's fast path; see
/// <doc:what-pools-cost>.
public struct PoolConfiguration: Sendable {
  /// The name of the pool in errors, reports and events.
  ///
  /// Set it if the app has more than one pool.
  public var name: String?

  /// The order in which idle elements are lent, or nil for the one that suits the kind of pool.
  ///
  /// Without an order, a ``BoundedPool`` lends the nearest element, one with a stock the one that
  /// has been idle longest, and all others the one that was returned last. Set it if many threads
  /// share an ``ElasticPool``, or if the order of a stock does not matter: to
  /// ``ReuseOrder/nearest``.
  public var reuseOrder: ReuseOrder?

  /// The maximum number of idle elements; the longest idle are destroyed first.
  ///
  /// Set it if unneeded elements are expensive to keep. In a ``KeyedPool``, it counts all keys
  /// together. An ``ElasticPool`` and a ``LocalPool`` also have a parameter for it; the smaller one
  /// counts. A pool with a stock refuses it.
  public var maximumIdle = Int.max

  /// The number of idle elements that trimming and the idle timeout leave.
  ///
  /// A ``BoundedPool`` also creates them in advance: set it if the first borrowers should not wait
  /// for a creation. A pool with a stock refuses it.
  public var minimumIdle = 0

  /// When elements expire; a pool with a stock refuses it.
  public var expiration = Expiration()

  /// How many elements are created at a time, and when a failed creation is retried, in a
  /// ``BoundedPool`` or a ``KeyedPool``.
  public var creation = Creation()

  /// The idle time after which an element is validated before it is lent, if the pool has the hook
  /// `validate`.
  ///
  /// A test that an element passed while idle counts as a use. Raise it if validating is slow; set it
  /// to zero if validating costs nothing, such as asking a connection whether it is closed, so that
  /// what failed a moment ago is not lent. A ``LocalPool`` has no such hook.
  public var validationWindow: Duration = .milliseconds(500)

  /// The idle time after which the pool tests an element with the hook `validate`, although no
  /// borrower has asked for it, or nil for never; at least a millisecond.
  ///
  /// Set it if the other side closes silent connections, or if the first borrower after a quiet
  /// time should not find that an element has failed. An element that fails is destroyed; one that
  /// passes keeps its place among the idle elements; the next test follows after the same interval.
  /// The pool tests one element at a time, in a task of its own, first the one that was not used or
  /// tested for the longest time; meanwhile the element counts against the capacity and is not
  /// lent, and another is created for a borrower if there is room. A test delays the others for one
  /// interval at most. To start a test takes O(*n*) for *n* idle elements: microseconds for a
  /// thousand, during which borrowers wait. Creating a pool with an interval but without the hook
  /// stops the program; in a ``LocalPool`` it has no effect.
  public var keepAliveInterval: Duration?

  /// The maximum wait of borrowers that specify no timeout, or nil for no limit, in a
  /// ``BoundedPool`` or a ``KeyedPool``.
  ///
  /// Set it to the time after which an answer is of no use to the caller.
  public var waitTimeout: Duration? = .seconds(30)

  /// The maximum number of borrowers that wait for the return of an element, in a ``BoundedPool``
  /// or a ``KeyedPool``; a borrower beyond it gets ``PoolError/tooManyWaiting`` at once.
  ///
  /// Only borrowers that need the return of an element count. Those for which an element is being
  /// created or prepared, or for which there is room, do not, even if the creation is delayed. With
  /// 0, a borrower fails if all elements are on loan and there is no room for another. In a
  /// ``KeyedPool``, all keys count together. Set it to shed load: a borrower at the end of a long
  /// line may get its element too late for the answer to be useful.
  public var maximumWaiting = Int.max

  /// Whether a running thread may overtake waiting threads in a ``BoundedPool``.
  ///
  /// Set it to ``Overtaking/strict`` if the order of threads matters more than throughput. Where
  /// ``AsyncPoolHooks`` validate or prepare elements, and in a ``KeyedPool``, no thread overtakes
  /// another.
  public var overtaking: Overtaking = .briefly

  /// The treatment of a borrower that would wait for an element while it holds one, in a
  /// ``BoundedPool`` or a ``KeyedPool``.
  ///
  /// Set it to ``NestedBorrowing/allowed`` if other tasks return elements meanwhile, and to
  /// ``NestedBorrowing/refused`` to find nested loans in release builds too.
  public var nestedBorrowing: NestedBorrowing = .standard

  /// Whether waits, loans and creations are timed, for ``PoolSnapshot/timings``.
  ///
  /// Set it to choose a capacity by measurement. A ``LocalPool`` refuses it.
  public var recordsTimings = false

  /// The duration after which a loan is reported as ``PoolEvent/heldLong(by:for:)``, and again as
  /// ``PoolEvent/returnedAfterLongHold(from:after:)`` when it ends.
  ///
  /// Set it to find borrowers that keep an element. A ``LocalPool`` refuses it.
  public var longHoldThreshold: Duration?

  /// The clock for timeouts, ages and delays; set it in tests.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// The seed for random choices, the jitter of lifetimes and delays; set it in tests.
  public var seed: UInt64?

  /// Creates the default configuration.
  public init() {}
}
