internal import StageFloor

extension LocalPoolConfiguration {
  /// What the machine is told.
  func rules(maximumIdle: Int, prepares: Bool) -> PoolMachine<Never, Never>.Rules {
    precondition(
      maximumIdle >= 0, "A pool keeps zero or more idle elements, not \(maximumIdle).")
    precondition(
      (0...maximumIdle).contains(minimumIdle),
      "minimumIdle lies between 0 and maximumIdle (\(maximumIdle)); \(minimumIdle) does not.")
    precondition(
      maximumUses.map { $0 > 0 } ?? true, "An element is used at least once: maximumUses is 1 up.")
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
      precondition((0...1).contains(share), "A share lies between 0 and 1; \(share) does not.")
      return .fraction(share)
    case .idleLonger(let age): return .idle(atLeast: age.wholeNanoseconds)
    }
  }
}
