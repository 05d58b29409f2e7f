extension PoolConfiguration {
  /// The order in which idle elements are lent.
  public enum ReuseOrder: Hashable, Sendable {
    /// The element that this thread returned last if it is idle, otherwise any.
    ///
    /// The fastest order, and the one with the best cache locality when many threads share a pool.
    /// In a ``LocalPool`` or a ``KeyedPool``, it is ``lastInFirstOut``.
    case nearest
    /// The element that was returned last. The others grow cold and can be trimmed.
    case lastInFirstOut
    /// The element that has been idle longest, so that all are used equally.
    case firstInFirstOut
  }

  /// When the elements of a pool expire; by default, never.
  ///
  /// A pool has an alarm for the idle timeout and the lifetime: an expired element is destroyed
  /// even if the pool is not used. A ``LocalPool`` has none: there, an expired element is destroyed
  /// when the pool is next used or trimmed, and is never lent. Pools refuse an idle timeout or a
  /// lifetime of less than a millisecond.
  public struct Expiration: Sendable {
    /// The time after which an idle element is destroyed; the pool's `minimumIdle` is kept.
    ///
    /// Set it if an idle element costs memory or keeps a resource busy, such as a connection.
    public var idleTimeout: Duration?

    /// The age at which an element is destroyed when it is next idle.
    ///
    /// Set it if elements go out of date while they are used, as credentials do.
    public var maximumLifetime: Duration?

    /// The maximum share of ``maximumLifetime``, from 0 to 1, by which each element's lifetime is
    /// shortened at random, so that elements created together are not destroyed together.
    ///
    /// Lower it if elements must reach their full age. Not in a ``LocalPool``.
    public var lifetimeJitter = 0.1

    /// The number of loans after which an element is destroyed on return.
    ///
    /// Set it if an element grows or leaks with each use.
    public var maximumUses: Int?

    /// Creates rules by which no element expires.
    public init() {}
  }

  /// How a ``BoundedPool`` or a ``KeyedPool`` creates elements.
  public struct Creation: Sendable {
    /// The maximum number of concurrent creations.
    ///
    /// Lower it if a burst of creations would overload what they connect to.
    public var maximumConcurrency = 16

    /// The delay before the pool retries after a first failed creation; at least a millisecond.
    ///
    /// The delay doubles with each consecutive failure; a ``KeyedPool`` counts the failures of each
    /// key. Raise it if a failed attempt is expensive for the other side.
    public var firstRetryDelay: Duration = .milliseconds(50)

    /// The maximum delay between two attempts at a creation that keeps failing.
    ///
    /// Raise it to spare a service during a long outage; lower it to notice its return sooner.
    public var longestRetryDelay: Duration = .seconds(5)

    /// Whether borrowers that can only wait for the next attempt fail at once.
    ///
    /// By default, a failed creation throws its error to the longest waiter alone, and the others
    /// wait for the next attempts. Set this if they should not: while no element exists that could
    /// be returned, a failed creation throws its error to all waiters. Borrowers that come before
    /// the next attempt get the same error at once. The first borrower after the delay starts that
    /// attempt, and waits for it. While elements are on loan, borrowers wait for their return as
    /// usual; if one is destroyed instead, they wait for the next attempt, as they do while a
    /// creation hangs. A ``KeyedPool`` fails fast for each key by itself.
    public var failsFast = false

    /// Creates the default rules.
    public init() {}
  }
}
