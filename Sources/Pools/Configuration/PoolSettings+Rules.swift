internal import StageFloor

extension PoolMachine.Rules {
  init(_ settings: PoolSettings) {
    require(
      settings.maximumIdle >= 0,
      "maximumIdle must be 0 or more, not \(settings.maximumIdle).")
    require(
      settings.minimumIdle <= settings.maximumIdle,
      """
      minimumIdle asks for \(settings.minimumIdle) idle elements, more than maximumIdle allows \
      (\(settings.maximumIdle)): raise one or lower the other.
      """)
    require(
      settings.minimumIdle >= 0,
      "minimumIdle must be 0 or more, not \(settings.minimumIdle).")
    let expiration = settings.expiration
    require(
      expiration.maximumUses ?? 1 > 0,
      """
      maximumUses must be 1 or more, or nil, not \(expiration.maximumUses ?? 0): otherwise no \
      element could ever be lent.
      """)
    require(
      expiration.idleTimeout ?? .seconds(1) > .zero
        && expiration.maximumLifetime ?? .seconds(1) > .zero,
      """
      idleTimeout and maximumLifetime must be longer than zero, or nil, not \
      \(min(expiration.idleTimeout ?? .seconds(1), expiration.maximumLifetime ?? .seconds(1))).
      """)
    require(
      (0...1).contains(expiration.lifetimeJitter),
      "lifetimeJitter must be between 0 and 1, not \(expiration.lifetimeJitter).")
    require(
      settings.creation.maximumConcurrency > 0,
      """
      creation.maximumConcurrency must be 1 or more, not \(settings.creation.maximumConcurrency).
      """)
    let retryDelays = (settings.creation.firstRetryDelay, settings.creation.longestRetryDelay)
    require(
      retryDelays.0 > .zero && retryDelays.1 >= retryDelays.0,
      """
      creation.firstRetryDelay must be longer than zero and at most longestRetryDelay, not \
      \(retryDelays.0) and \(retryDelays.1).
      """)
    for (name, duration) in [
      ("validationWindow", settings.validationWindow),
      ("longHoldThreshold", settings.longHoldThreshold ?? .zero),
      ("overtaking", settings.overtaking.limit),
    ] {
      require(duration >= .zero, "\(name) must be zero or more, not \(duration).")
    }

    maximumIdle = settings.maximumIdle
    minimumIdle = settings.minimumIdle
    idleTimeout = expiration.idleTimeout?.wholeNanoseconds
    maximumLifetime = expiration.maximumLifetime?.wholeNanoseconds
    lifetimeJitter = expiration.lifetimeJitter
    maximumUses = expiration.maximumUses
    concurrentBuilds = settings.creation.maximumConcurrency
    firstRetryDelay = settings.creation.firstRetryDelay.wholeNanoseconds
    longestRetryDelay = settings.creation.longestRetryDelay.wholeNanoseconds
    overtaking = settings.overtaking == .strict ? nil : settings.overtaking.limit.wholeNanoseconds
    order = settings.reuseOrder == .firstInFirstOut ? .coldest : .hottest
    seed = settings.seed ?? UInt64.random(in: .min ... .max)
  }
}

extension PoolOvertaking {
  fileprivate var limit: Duration {
    switch self {
    case .strict: .zero
    case .upTo(let limit): limit
    }
  }
}

extension PoolCore.Traits {
  init(_ settings: PoolSettings) {
    name = settings.name
    defaultPatience = settings.waitTimeout.map { max(0, $0.wholeNanoseconds) }
    recordsTimings = settings.recordsTimings
    longHoldThreshold = settings.longHoldThreshold?.wholeNanoseconds
    nestedBorrowing = settings.nestedBorrowing
  }
}
