internal import StageFloor

extension LocalPool {
  /// The time, or zero if no element grows old: then nothing depends on it, and the clock is not
  /// asked.
  var timeIfItMatters: Int64 { machine.rules.watchesTime ? timekeeper.now : 0 }

  /// Gives up what has rested or lived for too long.
  func dropAged(at now: Int64, into orders: inout OrderList<Machine.Order>) {
    Self.dropAged(in: &machine, at: now, into: &orders)
  }

  static func dropAged(
    in machine: inout Machine, at now: Int64, into orders: inout OrderList<Machine.Order>
  ) {
    guard machine.rules.watchesTime, let due = machine.nextMoment, now >= due else { return }
    machine.timePassed(to: now, into: &orders)
  }
}
