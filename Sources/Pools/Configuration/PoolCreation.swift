/// How a ``BoundedPool`` or a ``KeyedPool`` creates elements.
public struct PoolCreation: Sendable {
  /// The maximum number of concurrent creations.
  public var maximumConcurrency = 16

  /// The delay before the pool retries after a first failed creation.
  ///
  /// The delay doubles with each consecutive failure; a ``KeyedPool`` counts the failures of each
  /// key.
  public var firstRetryDelay: Duration = .milliseconds(50)

  /// The maximum delay between two attempts at a creation that keeps failing.
  public var longestRetryDelay: Duration = .seconds(5)

  /// Creates the default rules.
  public init() {}
}
