/// What each kind's configuration is converted to; settings that a kind does not offer keep
/// defaults without effect.
struct PoolSettings {
  var name: String?
  var reuseOrder: PoolReuseOrder
  var maximumIdle = Int.max
  var minimumIdle = 0
  var expiration = PoolExpiration()
  var validationWindow: Duration
  var waitTimeout: Duration?
  var overtaking = PoolOvertaking.strict
  var creation = PoolCreation()
  var recordsTimings: Bool
  var longHoldThreshold: Duration?
  var nestedBorrowing = PoolNestedBorrowing.allowed
  var clock: any Clock<Duration> & Sendable
  var seed: UInt64?
}

extension PoolSettings {
  init(_ configuration: ElasticPoolConfiguration, maximumIdle: Int) {
    self.init(
      name: configuration.name, reuseOrder: configuration.reuseOrder, maximumIdle: maximumIdle,
      minimumIdle: configuration.minimumIdle, expiration: configuration.expiration,
      validationWindow: configuration.validationWindow,
      recordsTimings: configuration.recordsTimings,
      longHoldThreshold: configuration.longHoldThreshold, clock: configuration.clock,
      seed: configuration.seed)
  }

  init(_ configuration: BoundedPoolConfiguration) {
    self.init(
      name: configuration.name, reuseOrder: configuration.reuseOrder,
      maximumIdle: configuration.maximumIdle, minimumIdle: configuration.minimumIdle,
      expiration: configuration.expiration, validationWindow: configuration.validationWindow,
      waitTimeout: configuration.waitTimeout, overtaking: configuration.overtaking,
      creation: configuration.creation, recordsTimings: configuration.recordsTimings,
      longHoldThreshold: configuration.longHoldThreshold,
      nestedBorrowing: configuration.nestedBorrowing, clock: configuration.clock,
      seed: configuration.seed)
  }

  init(_ configuration: StockPoolConfiguration) {
    self.init(
      name: configuration.name, reuseOrder: configuration.reuseOrder,
      validationWindow: configuration.validationWindow, waitTimeout: configuration.waitTimeout,
      overtaking: configuration.overtaking, recordsTimings: configuration.recordsTimings,
      longHoldThreshold: configuration.longHoldThreshold,
      nestedBorrowing: configuration.nestedBorrowing, clock: configuration.clock)
  }

  init(_ configuration: KeyedPoolConfiguration) {
    self.init(
      name: configuration.name, reuseOrder: PoolReuseOrder(configuration.reuseOrder),
      maximumIdle: configuration.maximumIdle, minimumIdle: configuration.minimumIdle,
      expiration: configuration.expiration, validationWindow: configuration.validationWindow,
      waitTimeout: configuration.waitTimeout, creation: configuration.creation,
      recordsTimings: configuration.recordsTimings,
      longHoldThreshold: configuration.longHoldThreshold,
      nestedBorrowing: configuration.nestedBorrowing, clock: configuration.clock,
      seed: configuration.seed)
  }
}
