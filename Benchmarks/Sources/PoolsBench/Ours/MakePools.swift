internal import Harness
internal import StagecraftPools

// The pools of Stagecraft that are measured. With default settings, unless a case is about a
// setting. All constructors are called in this file.

extension ElasticPool where Element == Book, Failure == Never {
  static func ofBooks() -> ElasticPool {
    let pool = ElasticPool { Book() }
    pool.warmUp(to: 1)
    return pool
  }
}

extension ObservedElasticScope {
  static func ofBooks() -> ObservedElasticScope {
    let pool = ElasticPool.ofBooks()
    return ObservedElasticScope(pool: pool, observation: pool.observe { _ in })
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

extension KeyedPool where Key == Int, Element == Book {
  /// A pool with an idle book for each of some keys.
  static func ofBooks(keys: Int) throws -> KeyedPool {
    let pool = KeyedPool(capacity: keys, capacityPerKey: 2) { _ in Book() }
    try waitForTask {
      for key in 0..<keys { try await pool.withElement(for: key) { $0.value &+= 1 } }
    }
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
}
