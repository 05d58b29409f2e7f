/// What a memory warning of Apple's systems means for this process.
///
/// Where each app has a limit of its own, which ends it, the system says "critical" at each warning that an
/// app gets: a millisecond before UIKit's notification. How near the end is, the app's own limit tells.
struct PlatformDegree: Hashable {
  /// How short memory is until the system says otherwise.
  let lasting: PressureLevel
  /// Whether the process is about to be ended.
  ///
  /// It holds for the moment only: the system does not report the end of that state.
  let isCriticalNow: Bool

  /// What is known of an app's own limit.
  struct OwnLimit: Hashable {
    /// How many bytes are left; 0 if the system does not say, as in a simulator.
    var available: Int
    /// How many bytes the machine has.
    var physical: Int

    /// Less than a sixty-fourth of the machine: 64 MiB of 4 GiB.
    var isNear: Bool { available > 0 && available < physical / 64 }
  }

  /// What follows from a report.
  ///
  /// - Parameters:
  ///   - isWarning: whether the system warns.
  ///   - isCritical: whether it says that it is critical.
  ///   - limit: the app's own; nil where apps have none.
  init(isWarning: Bool, isCritical: Bool, limit: OwnLimit?) {
    guard isWarning || isCritical else {
      (lasting, isCriticalNow) = (.normal, false)
      return
    }
    lasting = isCritical && limit == nil ? .critical : .high
    isCriticalNow = limit?.isNear ?? false
  }
}
