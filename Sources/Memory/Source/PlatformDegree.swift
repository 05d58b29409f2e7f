/// The meaning of an Apple memory pressure notification for this process.
///
/// Where each app has a limit of its own, above which it is terminated, the system reports
/// "critical" at each warning that an app receives, a millisecond before UIKit's notification. The
/// app's own limit then determines how near termination is.
struct PlatformDegree: Hashable {
  /// The level until the system reports another state.
  let lasting: PressureLevel
  /// Whether termination is near, for the moment: the system does not report the end of that state.
  let isCriticalNow: Bool

  struct OwnLimit: Hashable {
    /// The number of bytes left; 0 if the system does not report it, as in a simulator.
    var available: Int
    var physical: Int

    /// Whether less than 1/64 of the machine's memory is left: 64 MiB of 4 GiB.
    var isNear: Bool { available > 0 && available < physical / 64 }
  }

  init(isWarning: Bool, isCritical: Bool, limit: OwnLimit?) {
    guard isWarning || isCritical else {
      (lasting, isCriticalNow) = (.normal, false)
      return
    }
    lasting = isCritical && limit == nil ? .critical : .high
    isCriticalNow = limit?.isNear ?? false
  }
}
