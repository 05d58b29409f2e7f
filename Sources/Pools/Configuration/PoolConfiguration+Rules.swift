internal import StageFloor

extension PoolMachine.Rules {
  /// Checks the capacities, and the configuration, which the kind of pool has completed.
  init(
    _ configuration: PoolConfiguration, builder: Builder, capacity: Int = .max,
    capacityPerKey: Int? = nil
  ) {
    let advice =
      capacityPerKey == nil
      ? " For a stock that starts empty, use BoundedPool(lending: []) and add(_:)." : ""
    require(
      capacity > 0 || builder == .none,
      "A pool of capacity \(capacity) could never lend anything: give 1 or more.\(advice)")
    require(
      capacityPerKey ?? 1 > 0,
      """
      With a capacity per key of \(capacityPerKey ?? 0), nothing could ever be lent: give 1 or more.
      """)
    require(
      configuration.maximumIdle >= 0,
      "maximumIdle must be 0 or more, not \(configuration.maximumIdle).")
    let mostIdle = builder == .none ? .max : min(configuration.maximumIdle, capacity)
    require(
      configuration.minimumIdle <= mostIdle,
      """
      minimumIdle asks for \(configuration.minimumIdle) idle elements, and maximumIdle or the \
      capacity allows \(mostIdle): lower one or raise the other.
      """)
    require(
      configuration.minimumIdle >= 0,
      "minimumIdle must be 0 or more, not \(configuration.minimumIdle).")
    require(
      configuration.maximumWaiting >= 0,
      "maximumWaiting must be 0 or more, not \(configuration.maximumWaiting).")
    let expiration = configuration.expiration
    require(
      expiration.maximumUses ?? 1 > 0,
      """
      maximumUses must be 1 or more, or nil, not \(expiration.maximumUses ?? 0): otherwise no \
      element could ever be lent.
      """)
    // With shorter ones, a pool that keeps a minimum would do nothing but replace its elements.
    let shortest = Duration.milliseconds(1)
    for (name, age) in [
      ("idleTimeout", expiration.idleTimeout), ("maximumLifetime", expiration.maximumLifetime),
      ("keepAliveInterval", configuration.keepAliveInterval),
    ] {
      require(
        age ?? shortest >= shortest,
        "\(name) must be 1 ms or longer, or nil, not \(age ?? shortest).")
    }
    require(
      (0...1).contains(expiration.lifetimeJitter),
      "lifetimeJitter must be between 0 and 1, not \(expiration.lifetimeJitter).")
    require(
      configuration.creation.maximumConcurrency > 0,
      """
      creation.maximumConcurrency must be 1 or more, not \
      \(configuration.creation.maximumConcurrency).
      """)
    let retryDelays = (
      configuration.creation.firstRetryDelay, configuration.creation.longestRetryDelay
    )
    require(
      retryDelays.0 >= shortest && retryDelays.1 >= retryDelays.0,
      """
      creation.firstRetryDelay must be 1 ms or longer and at most longestRetryDelay, not \
      \(retryDelays.0) and \(retryDelays.1).
      """)
    for (name, duration) in [
      ("validationWindow", configuration.validationWindow),
      ("longHoldThreshold", configuration.longHoldThreshold ?? .zero),
      ("overtaking", configuration.overtaking.limit),
    ] {
      require(duration >= .zero, "\(name) must be zero or more, not \(duration).")
    }

    self.builder = builder
    self.capacity = capacity
    self.capacityPerKey = capacityPerKey
    maximumIdle = configuration.maximumIdle
    minimumIdle = configuration.minimumIdle
    idleTimeout = expiration.idleTimeout?.wholeNanoseconds
    maximumLifetime = expiration.maximumLifetime?.wholeNanoseconds
    lifetimeJitter = expiration.lifetimeJitter
    maximumUses = expiration.maximumUses
    concurrentBuilds = configuration.creation.maximumConcurrency
    firstRetryDelay = configuration.creation.firstRetryDelay.wholeNanoseconds
    longestRetryDelay = configuration.creation.longestRetryDelay.wholeNanoseconds
    failsFast = configuration.creation.failsFast
    maximumWaiting = configuration.maximumWaiting
    overtaking =
      configuration.overtaking == .strict ? nil : configuration.overtaking.limit.wholeNanoseconds
    order = configuration.reuseOrder == .firstInFirstOut ? .coldest : .hottest
    seed = configuration.seed ?? UInt64.random(in: .min ... .max)
  }
}

extension PoolConfiguration.Overtaking {
  fileprivate var limit: Duration {
    switch self {
    case .strict: .zero
    case .upTo(let limit): limit
    }
  }
}

extension PoolCore.Traits {
  init(_ configuration: PoolConfiguration) {
    name = configuration.name
    defaultPatience = configuration.waitTimeout.map { max(0, $0.wholeNanoseconds) }
    recordsTimings = configuration.recordsTimings
    longHoldThreshold = configuration.longHoldThreshold?.wholeNanoseconds
    nestedBorrowing = configuration.nestedBorrowing
  }
}
