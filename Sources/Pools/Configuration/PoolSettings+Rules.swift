internal import StageFloor

extension PoolMachine.Rules {
  /// The rules that the settings specify, independent of the kind of pool.
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

    maximumIdle = settings.maximumIdle
    minimumIdle = settings.minimumIdle
    idleTimeout = expiration.idleTimeout?.wholeNanoseconds
    maximumLifetime = expiration.maximumLifetime?.wholeNanoseconds
    lifetimeJitter = expiration.lifetimeJitter
    maximumUses = expiration.maximumUses
    concurrentBuilds = settings.creation.maximumConcurrency
    firstRetryDelay = settings.creation.firstRetryDelay.wholeNanoseconds
    longestRetryDelay = settings.creation.longestRetryDelay.wholeNanoseconds
    switch settings.overtaking {
    case .strict: overtaking = nil
    case .upTo(let limit): overtaking = limit.wholeNanoseconds
    }
    order = settings.reuseOrder == .firstInFirstOut ? .coldest : .hottest
    seed = settings.seed ?? UInt64.random(in: .min ... .max)
  }
}

extension PoolCore.Traits {
  /// The constant properties that the settings specify.
  init(_ settings: PoolSettings) {
    name = settings.name
    defaultPatience = settings.waitTimeout.map { max(0, $0.wholeNanoseconds) }
    recordsTimings = settings.recordsTimings
    longHoldThreshold = settings.longHoldThreshold?.wholeNanoseconds
    nestedBorrowing = settings.nestedBorrowing
  }
}
