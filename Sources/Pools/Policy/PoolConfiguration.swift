/// How a pool reuses, ages and observes its elements.
///
/// Every property has a default, so that a configuration states only what differs:
///
/// ```swift
/// var configuration = PoolConfiguration()
/// configuration.name = "branch maps"
/// configuration.idleTimeout = .seconds(60)
/// ```
///
/// The fastest way through a pool, one atomic operation for a lease and its return, is open as long
/// as nobody must watch each element. Hooks (other than `destroy` and `onFailure`), an observer,
/// timings, a long-hold threshold, ageing, a maximum of uses, watching for nested borrowing,
/// ``ReuseOrder/firstInFirstOut``, and a first loan with a preference or a label take the pool through its lock
/// instead, at some tens of nanoseconds; so do limits on idle elements, where the pool makes them.
public struct PoolConfiguration: Sendable {
  /// A name for errors, reports and events.
  public var name: String?

  /// Which idle element is lent next; nil: what suits the kind of pool.
  ///
  /// That is last in, first out for an ``ElasticPool``, ``ReuseOrder/nearest`` for a
  /// ``BoundedPool`` that makes its elements, and first in, first out for a given stock.
  public var reuseOrder: ReuseOrder?

  /// How many idle elements are kept at most; what is too many ends, the coldest first.
  ///
  /// An ``ElasticPool`` takes its own `maximumIdle` instead.
  public var maximumIdle = Int.max

  /// How many elements stay when the pool is trimmed or its elements grow old.
  ///
  /// A ``BoundedPool`` that makes its elements also keeps this many idle by itself.
  public var minimumIdle = 0

  /// An element that has been idle for this long ends.
  public var idleTimeout: Duration?

  /// An element that has lived for this long ends when it is next at rest.
  public var maximumLifetime: Duration?

  /// The share of ``maximumLifetime``, from 0 to 1, by which each element's own lifetime is
  /// shortened at random, so that elements made together do not end together.
  public var lifetimeJitter = 0.1

  /// An element that has been lent this often ends when it comes back.
  public var maximumUses: Int?

  /// An element is validated before it is lent if it has been idle for at least this long.
  public var validationWindow: Duration = .milliseconds(500)

  /// How long a borrower waits that does not say: 30 seconds.
  ///
  /// ``PoolTimeout/default`` here means without limit.
  public var waitTimeout: PoolTimeout = .after(.seconds(30))

  /// Whether a running thread may overtake waiting threads.
  public var overtaking: Overtaking = .briefly

  /// How many elements are made at the same time, at most.
  public var concurrentCreations = 16

  /// How long a pool waits after a failed creation before it tries again, at first.
  ///
  /// The pause doubles with each failure in a row.
  public var firstRetryDelay: Duration = .milliseconds(50)

  /// The longest pause between two attempts at a creation that keeps failing.
  public var longestRetryDelay: Duration = .seconds(5)

  /// Whether waits, loans and creations are timed, for ``PoolSnapshot/timings``.
  public var recordsTimings = false

  /// A loan that lasts longer than this is reported as ``PoolEvent/heldLong(by:for:)``, and again
  /// as ``PoolEvent/cameBack(from:after:)`` when it ends.
  public var longHoldThreshold: Duration?

  /// What happens to a borrower that would wait for an element while it holds one.
  public var nestedBorrowing: NestedBorrowing = .standard

  /// Told what happens in the pool, outside its locks, on the thread on which it happens.
  public var observer: (@Sendable (PoolEvent) -> Void)?

  /// The clock for timeouts, ages and pauses.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// The seed of what is left to chance: the jitter of lifetimes and pauses.
  public var seed: UInt64?

  /// The standard configuration.
  public init() {}
}

/// Which of several idle elements is lent next.
public enum ReuseOrder: Hashable, Sendable {
  /// The one that this thread returned last if it is idle, else any. The fastest, and the kindest
  /// to processor caches when many threads share a pool.
  case nearest
  /// The one that was returned last. The rest grow cold and can be trimmed.
  case lastInFirstOut
  /// The one that has rested longest, so that all are used alike.
  case firstInFirstOut
}

/// Whether a running thread may take a free element although other threads wait for one.
///
/// Waking a thread takes far longer than most loans last. If each element were handed to the
/// oldest waiting thread, it would lie unused for as long as that thread needs to wake up.
///
/// Tasks are always served strictly first come, first served, and nobody overtakes a waiting task:
/// as soon as one is in line, no thread overtakes anybody.
public enum Overtaking: Hashable, Sendable {
  /// Allowed until the oldest waiting thread has stood in line for this long; then it is next.
  case upTo(Duration)
  /// Never.
  case strict

  /// One millisecond.
  public static var briefly: Overtaking { .upTo(.milliseconds(1)) }
}

/// What happens to a task or thread that would wait for an element while it holds one of the same
/// pool, all of which are out: it may wait for itself.
///
/// An element that was stored as a ``SharedLease`` belongs to its owner, not to the task that
/// borrowed it, and does not count. A plain lease that is handed to another task counts as held by
/// the task that borrowed it, and, once that task has ended, perhaps by a later one that took its
/// place in memory: what outlives its task is better kept as a ``SharedLease``. Child tasks are tasks
/// of their own.
public enum NestedBorrowing: Hashable, Sendable {
  /// It waits, and times out at last; the error tells if no element came back meanwhile.
  case allowed
  /// It waits, and the observer hears of it.
  case reported
  /// It gets ``PoolError/wouldDeadlock`` at once.
  case refused

  /// Refused in debug builds, allowed in release builds, where noticing costs time.
  public static var standard: NestedBorrowing {
    #if DEBUG
    .refused
    #else
    .allowed
    #endif
  }
}

/// How long a borrower is ready to wait.
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

  // Inlinable like those that use it: a default argument is made for each loan.
  @inlinable
  init(limit: Limit) { self.limit = limit }

  /// As the pool's configuration says: 30 seconds, unless it says otherwise.
  @inlinable public static var `default`: PoolTimeout { PoolTimeout(limit: .configured) }

  /// At most this long.
  ///
  /// Zero or less: not at all. A free element is still lent, but none is made.
  public static func after(_ duration: Duration) -> PoolTimeout {
    PoolTimeout(limit: .after(duration))
  }

  /// For as long as it takes.
  @inlinable public static var unlimited: PoolTimeout { PoolTimeout(limit: .unlimited) }
}

/// Which idle elements to give up.
public enum Trim: Hashable, Sendable {
  /// All but the minimum.
  case all
  /// This share of them, from 0 to 1, rounded up: the coldest first.
  case fraction(Double)
  /// Those that have been idle for at least this long.
  ///
  /// A pool without an idle timeout, maximum lifetime or validation reads no clock when elements
  /// come back; there, an element's rest counts from the first trim that finds it idle.
  case idleLonger(than: Duration)
}

/// What becomes of those in line when a pool is shut down.
public enum WaiterFate: Hashable, Sendable {
  /// They are served, until the deadline.
  case serve
  /// They get ``PoolError/shutDown`` at once.
  case fail
}

/// What became of an object that was given back by `release(_:)`.
public enum ReturnOutcome: Hashable, Sendable {
  /// It was on loan and is the pool's again.
  case returned
  /// It was not on loan from this pool: released twice, or never acquired here. Nothing changed.
  case notLent
}
