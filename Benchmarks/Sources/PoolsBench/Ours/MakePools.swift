internal import Harness
internal import StagecraftPools

// The pools of Stagecraft that are measured. With default settings, unless a case is about a
// setting. All constructors are called in this file.

extension ElasticPool where Element == Book {
  static func ofBooks(_ configuration: PoolConfiguration = PoolConfiguration()) -> ElasticPool {
    let pool = ElasticPool(configuration: configuration) { Book() }
    pool.warmUp(to: 1)
    return pool
  }
}

extension BoundedPool where Element == Book {
  /// A pool with all of its books in stock.
  static func ofBooks(
    _ count: Int, _ configuration: PoolConfiguration = PoolConfiguration()
  ) throws -> BoundedPool {
    let pool = BoundedPool(capacity: count, configuration: configuration) { Book() }
    try waitForTask { try await pool.warmUp(to: count) }
    return pool
  }
}

extension PoolConfiguration {
  /// No thread overtakes another.
  static var strict: PoolConfiguration {
    var configuration = PoolConfiguration()
    configuration.overtaking = .strict
    return configuration
  }

  /// Histograms of wait, hold and build times.
  static var timed: PoolConfiguration {
    var configuration = PoolConfiguration()
    configuration.recordsTimings = true
    return configuration
  }

  /// An observer receives all events, and does nothing.
  static var observed: PoolConfiguration {
    var configuration = PoolConfiguration()
    configuration.observer = { _ in }
    return configuration
  }
}
