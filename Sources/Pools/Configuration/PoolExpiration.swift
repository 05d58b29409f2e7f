/// When the elements of a thread-safe pool expire; by default, never.
///
/// A pool has an alarm for the idle timeout and the lifetime: an expired element is destroyed even
/// if the pool is not used.
public struct PoolExpiration: Sendable {
  /// The time after which an idle element is destroyed; the pool's `minimumIdle` is kept.
  public var idleTimeout: Duration?

  /// The age at which an element is destroyed when it is next idle.
  public var maximumLifetime: Duration?

  /// The maximum share of ``maximumLifetime``, from 0 to 1, by which each element's lifetime is
  /// shortened at random, so that elements created together are not destroyed together.
  public var lifetimeJitter = 0.1

  /// The number of loans after which an element is destroyed on return.
  public var maximumUses: Int?

  /// Creates rules by which no element expires.
  public init() {}
}
