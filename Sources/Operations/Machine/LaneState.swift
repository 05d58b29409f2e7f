/// What the machine knows of one lane of a manager: where bodies of one sort run.
struct LaneState: Sendable {
  /// Those whose conditions are to be asked: that takes no slot.
  var checks = PriorityLine()
  /// Those that could start.
  var ready = PriorityLine()
  /// A driver has been called and has not come yet.
  ///
  /// There is never more than one in the wings. It comes when a thread is free: at once on an
  /// idle machine, when a body suspends on a busy one. So there are as many drivers as bodies
  /// that run or are suspended, and not one for each operation.
  var hasDriverInWings = false
  /// The lane is on the machine's list of those that may need a driver.
  var isTouched = false
}
