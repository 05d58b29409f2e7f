/// The rules by which a ``LocalPool`` reuses and expires its elements.
///
/// ```swift
/// var configuration = LocalPoolConfiguration()
/// configuration.name = "branch maps"
/// configuration.expiration.idleTimeout = .seconds(60)
/// ```
///
/// The maximum number of idle elements is a parameter of the pool's initializer.
public struct LocalPoolConfiguration: Sendable {
  /// The name of the pool in snapshots and reports.
  public var name: String?

  /// The order in which idle elements are lent, without a preference.
  public var reuseOrder: PoolStrictReuseOrder = .lastInFirstOut

  /// The number of idle elements that trimming and the idle timeout leave.
  public var minimumIdle = 0

  /// When elements expire.
  public var expiration = Expiration()

  /// The clock for the ages.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// Creates the default configuration: last in, first out, without expiration.
  public init() {}

  /// When the elements of a local pool expire; by default, never.
  ///
  /// A local pool has no timer: an expired element is destroyed when the pool is next used or
  /// trimmed, and is never lent.
  public struct Expiration: Sendable {
    /// The time after which an idle element is destroyed; the pool's `minimumIdle` is kept.
    public var idleTimeout: Duration?

    /// The age at which an element is destroyed when it is next idle.
    public var maximumLifetime: Duration?

    /// The number of loans after which an element is destroyed on return.
    public var maximumUses: Int?

    /// Creates rules by which no element expires.
    public init() {}
  }
}
