internal import StageFloor

extension LocalPoolConfiguration {
  func rules(maximumIdle: Int, prepares: Bool) -> PoolMachine<Never, Never>.Rules {
    require(
      maximumIdle >= 0, "maximumIdle must be 0 or more, not \(maximumIdle).")
    require(
      (0...maximumIdle).contains(minimumIdle),
      "minimumIdle must be between 0 and maximumIdle (\(maximumIdle)), not \(minimumIdle).")
    require(
      expiration.maximumUses ?? 1 > 0,
      "maximumUses must be 1 or more, or nil, not \(expiration.maximumUses ?? 0).")
    for (name, duration) in [
      ("idleTimeout", expiration.idleTimeout), ("maximumLifetime", expiration.maximumLifetime),
    ] {
      require(
        duration ?? .seconds(1) > .zero,
        "\(name) must be longer than zero, or nil, not \(duration ?? .zero).")
    }
    var rules = PoolMachine<Never, Never>.Rules()
    rules.builder = .borrower
    rules.maximumIdle = maximumIdle
    rules.minimumIdle = minimumIdle
    rules.order = reuseOrder == .firstInFirstOut ? .coldest : .hottest
    rules.prepares = prepares
    rules.idleTimeout = expiration.idleTimeout?.wholeNanoseconds
    rules.maximumLifetime = expiration.maximumLifetime?.wholeNanoseconds
    rules.lifetimeJitter = 0
    rules.maximumUses = expiration.maximumUses
    return rules
  }
}

extension PoolTrim {
  var localShedding: PoolMachine<Never, Never>.Shedding {
    switch self {
    case .all: return .all
    case .fraction(let share):
      require((0...1).contains(share), "A share must be between 0 and 1, not \(share).")
      return .fraction(share)
    case .idleLonger(let age): return .idle(atLeast: age.wholeNanoseconds)
    }
  }
}
