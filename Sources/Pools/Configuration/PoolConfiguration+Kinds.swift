internal import StageFloor

// Each kind of pool fills in its order of reuse, and resets what has no meaning for it to values
// without effect.

extension PoolConfiguration {
  func elastic(maximumIdle limit: Int) -> PoolConfiguration {
    var configuration = self
    configuration.reuseOrder = reuseOrder ?? .lastInFirstOut
    configuration.maximumIdle = min(limit, maximumIdle)
    configuration.waitTimeout = nil
    configuration.overtaking = .strict
    configuration.nestedBorrowing = .allowed
    return configuration
  }

  var bounded: PoolConfiguration {
    var configuration = self
    configuration.reuseOrder = reuseOrder ?? .nearest
    return configuration
  }

  var stock: PoolConfiguration {
    require(
      maximumIdle == .max && minimumIdle == 0 && expiration.isNever,
      """
      A stock cannot be created again, so its elements neither expire nor are limited while idle: \
      leave expiration, maximumIdle and minimumIdle at their defaults.
      """)
    var configuration = self
    configuration.reuseOrder = reuseOrder ?? .firstInFirstOut
    return configuration
  }

  var keyed: PoolConfiguration {
    var configuration = self
    configuration.reuseOrder = reuseOrder == .firstInFirstOut ? .firstInFirstOut : .lastInFirstOut
    configuration.overtaking = .strict
    return configuration
  }

  func local(maximumIdle limit: Int) -> PoolConfiguration {
    require(
      !recordsTimings && longHoldThreshold == nil,
      """
      A LocalPool records no loans: leave recordsTimings and longHoldThreshold at their defaults, \
      or use an ElasticPool.
      """)
    var configuration = elastic(maximumIdle: limit)
    configuration.expiration.lifetimeJitter = 0
    // Nothing is random without jitter, and drawing a seed is a system call.
    configuration.seed = 0
    return configuration
  }
}

extension PoolConfiguration.Expiration {
  fileprivate var isNever: Bool {
    idleTimeout == nil && maximumLifetime == nil && maximumUses == nil
  }
}
