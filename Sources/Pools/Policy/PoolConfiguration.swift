/// The rules by which a pool reuses, expires and observes its elements.
///
/// Every property has a default, so a configuration states only what differs:
///
/// ```swift
/// var configuration = PoolConfiguration()
/// configuration.name = "branch maps"
/// configuration.idleTimeout = .seconds(60)
/// ```
///
/// The fast path, one atomic operation for a lease and its return, is available as long as the pool
/// need not track each element. Hooks (other than `destroy` and `onFailure`), an observer, timings,
/// a long-hold threshold, expiration, a maximum of uses, detection of nested borrowing,
/// ``ReuseOrder/firstInFirstOut``, and a first loan with a preference or a label use the slow path,
/// which takes the lock and costs some tens of nanoseconds; so do limits on idle elements, where
/// the pool creates them.
public struct PoolConfiguration: Sendable {
  /// The name of the pool in errors, reports and events.
  public var name: String?

  /// The order in which idle elements are lent, or nil for the default of the kind of pool.
  ///
  /// The default is last in, first out for an ``ElasticPool``, ``ReuseOrder/nearest`` for a
  /// ``BoundedPool`` that creates its elements, and first in, first out for a stock.
  public var reuseOrder: ReuseOrder?

  /// The maximum number of idle elements; the longest idle are destroyed first.
  ///
  /// An ``ElasticPool`` uses the `maximumIdle` of its initializer instead.
  public var maximumIdle = Int.max

  /// The number of idle elements that trimming and the idle timeout leave.
  ///
  /// A ``BoundedPool`` that creates its elements also keeps this many idle in advance.
  public var minimumIdle = 0

  /// The time after which an idle element is destroyed.
  public var idleTimeout: Duration?

  /// The age at which an element is destroyed when it is next idle.
  public var maximumLifetime: Duration?

  /// The maximum share of ``maximumLifetime``, from 0 to 1, by which each element's lifetime is
  /// shortened at random, so that elements created together are not destroyed together.
  public var lifetimeJitter = 0.1

  /// The number of loans after which an element is destroyed on return.
  public var maximumUses: Int?

  /// The idle time after which an element is validated before it is lent.
  public var validationWindow: Duration = .milliseconds(500)

  /// The wait timeout of borrowers that specify none: 30 seconds.
  ///
  /// Here ``PoolTimeout/default`` means no limit.
  public var waitTimeout: PoolTimeout = .after(.seconds(30))

  /// Whether a running thread may overtake waiting threads.
  public var overtaking: Overtaking = .briefly

  /// The maximum number of concurrent creations.
  public var concurrentCreations = 16

  /// The delay before the pool retries after a first failed creation.
  ///
  /// The delay doubles with each consecutive failure.
  public var firstRetryDelay: Duration = .milliseconds(50)

  /// The maximum delay between two attempts at a creation that keeps failing.
  public var longestRetryDelay: Duration = .seconds(5)

  /// Whether waits, loans and creations are timed, for ``PoolSnapshot/timings``.
  public var recordsTimings = false

  /// The duration after which a loan is reported as ``PoolEvent/heldLong(by:for:)``, and again as
  /// ``PoolEvent/cameBack(from:after:)`` when it ends.
  public var longHoldThreshold: Duration?

  /// The treatment of a borrower that would wait for an element while it holds one.
  public var nestedBorrowing: NestedBorrowing = .standard

  /// A closure that receives the events of the pool, outside its locks, on the thread on which they
  /// happen.
  public var observer: (@Sendable (PoolEvent) -> Void)?

  /// The clock for timeouts, ages and delays.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// The seed for random choices: the jitter of lifetimes and delays.
  public var seed: UInt64?

  /// Creates the default configuration.
  public init() {}
}

/// The order in which idle elements are lent.
public enum ReuseOrder: Hashable, Sendable {
  /// The element that this thread returned last if it is idle, otherwise any. The fastest order,
  /// and the one with the best cache locality when many threads share a pool.
  case nearest
  /// The element that was returned last. The others grow cold and can be trimmed.
  case lastInFirstOut
  /// The element that has been idle longest, so that all are used equally.
  case firstInFirstOut
}

/// Whether a running thread may take an idle element while other threads wait for one.
///
/// Waking a thread takes far longer than most loans. If each element were handed to the
/// longest-waiting thread, it would be unused while that thread wakes up.
///
/// Tasks are always served in strict FIFO order, and nothing overtakes a waiting task: while a task
/// is in line, no thread overtakes any waiter.
public enum Overtaking: Hashable, Sendable {
  /// Allowed until the longest-waiting thread has been in line for this long; that thread is then
  /// next.
  case upTo(Duration)
  /// Never allowed.
  case strict

  /// Overtaking for at most one millisecond.
  public static var briefly: Overtaking { .upTo(.milliseconds(1)) }
}

/// The treatment of a task or thread that would wait for an element while it holds one of the same
/// pool and all elements are on loan: it may wait for itself.
///
/// An element that is stored as an ``OwnedLease`` belongs to its owner, not to the task that
/// borrowed it, and does not count. A plain lease that is passed to another task counts as held by
/// the task that borrowed it, and, after that task has ended, possibly by a later task that reuses
/// its memory address: store an element that outlives its task as an ``OwnedLease``. Child tasks
/// count as separate tasks.
public enum NestedBorrowing: Hashable, Sendable {
  /// The borrower waits until it times out; the error states if no element was returned meanwhile.
  case allowed
  /// The borrower waits, and the observer is notified.
  case reported
  /// The borrower gets ``PoolError/wouldDeadlock`` at once.
  case refused

  /// Refused in debug builds; allowed in release builds, where detection costs time.
  public static var standard: NestedBorrowing {
    #if DEBUG
    .refused
    #else
    .allowed
    #endif
  }
}

/// The maximum time that a borrower waits.
@frozen
public struct PoolTimeout: Hashable, Sendable {
  @frozen
  @usableFromInline
  enum Limit: Hashable, Sendable {
    case configured
    case after(Duration)
    case unlimited
  }

  @usableFromInline var limit: Limit

  // Inlinable because its callers are: a default argument is evaluated for each loan.
  @inlinable
  init(limit: Limit) { self.limit = limit }

  /// The timeout of the pool's configuration, 30 seconds by default.
  @inlinable public static var `default`: PoolTimeout { PoolTimeout(limit: .configured) }

  /// At most the given duration.
  ///
  /// With zero or less, the borrower does not wait: an idle element is still lent, but none is
  /// created.
  ///
  /// - Parameter duration: The maximum wait.
  /// - Returns: The timeout.
  public static func after(_ duration: Duration) -> PoolTimeout {
    PoolTimeout(limit: .after(duration))
  }

  /// No limit.
  @inlinable public static var unlimited: PoolTimeout { PoolTimeout(limit: .unlimited) }
}

/// The idle elements to destroy.
public enum Trim: Hashable, Sendable {
  /// All but the minimum.
  case all
  /// The given share of them, from 0 to 1, rounded up, the longest idle first.
  case fraction(Double)
  /// Those that have been idle for at least the given duration.
  ///
  /// A pool without an idle timeout, maximum lifetime or validation reads no clock when elements
  /// are returned; there, idle time counts from the first trim that finds the element idle.
  case idleLonger(than: Duration)
}

/// The treatment of waiters when a pool is shut down.
public enum WaiterFate: Hashable, Sendable {
  /// Waiters are served until the deadline.
  case serve
  /// Waiters get ``PoolError/shutdown`` at once.
  case fail
}

/// The outcome of returning an object with `release(_:)`.
public enum ReturnOutcome: Hashable, Sendable {
  /// The object was on loan and has been returned to the pool.
  case returned
  /// The object was not on loan from this pool: it was released twice, or never acquired here.
  /// Nothing changed.
  case notLent
}
