/// The state of one lane of a manager.
struct LaneState: Sendable {
  /// The operations whose conditions are to be evaluated; that takes no concurrency slot.
  var checks = PriorityLine()
  /// The operations that are ready to start.
  var ready = PriorityLine()
  /// Whether a driver was requested and has not arrived yet.
  ///
  /// There is never more than one such driver. It arrives when a thread is free: at once on an idle
  /// system, when a body suspends on a busy one. So there are as many drivers as bodies that run or
  /// are suspended, and not one for each operation.
  var hasDriverInWings = false
  /// Whether the lane is in the machine's list of lanes that may need a driver.
  var isTouched = false
}
