internal import StageFloor

extension LocalPoolConfiguration {
  /// What the machine is told.
  func rules(maximumIdle: Int, prepares: Bool) -> PoolMachine<Never, Never>.Rules {
    require(
      maximumIdle >= 0, "A pool keeps zero or more idle elements, not \(maximumIdle).")
    require(
      (0...maximumIdle).contains(minimumIdle),
      "minimumIdle lies between 0 and maximumIdle (\(maximumIdle)); \(minimumIdle) does not.")
    require(
      maximumUses ?? 1 > 0,
      "An element is used at least once: maximumUses is 1 or more, or nil, not \(maximumUses ?? 0)."
    )
    var rules = PoolMachine<Never, Never>.Rules()
    rules.builder = .borrower
    rules.maximumIdle = maximumIdle
    rules.minimumIdle = minimumIdle
    rules.order = reuseOrder == .firstInFirstOut ? .coldest : .hottest
    rules.prepares = prepares
    rules.idleTimeout = idleTimeout?.wholeNanoseconds
    rules.maximumLifetime = maximumLifetime?.wholeNanoseconds
    rules.lifetimeJitter = 0
    rules.maximumUses = maximumUses
    return rules
  }
}

extension Trim {
  /// What the machine is told.
  var localShedding: PoolMachine<Never, Never>.Shedding {
    switch self {
    case .all: return .all
    case .fraction(let share):
      require((0...1).contains(share), "A share lies between 0 and 1; \(share) does not.")
      return .fraction(share)
    case .idleLonger(let age): return .idle(atLeast: age.wholeNanoseconds)
    }
  }
}
