internal import StageFloor

extension LocalPool {
  /// The current time, or zero if elements do not expire: then nothing depends on the time, and the
  /// clock is not read.
  var timeIfItMatters: Int64 { machine.rules.watchesTime ? timekeeper.now : 0 }

  /// Destroys elements that exceeded their idle timeout or lifetime.
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
