internal import StageFloor

/// The reason for a pressure report.
///
/// Causes are for logs and for people. Only the level determines what the monitor does. New
/// versions may add causes: give a `switch` over them a `default`.
public enum PressureCause: Sendable, Hashable {
  /// The service manager reported pressure, through `MEMORY_PRESSURE_WATCH`.
  case serviceManager

  /// Tasks stalled on memory: some of them, or all at the same time.
  case stalled(all: Bool, microseconds: Int)

  /// The cgroup exceeded the limit above which the kernel throttles it.
  case throttled

  /// The cgroup reached its hard limit.
  case limitReached

  /// The kernel is reclaiming memory in this cgroup, with difficulty.
  case reclaiming

  /// The number of bytes in use, and the limit.
  case usage(Int, limit: Int)

  /// The number of bytes of the machine's memory that are available, and the total.
  case available(Int, of: Int)

  /// The number of bytes that the program uses, and the budget that it has set for itself.
  case budget(Int, limit: Int)

  /// The platform sent a memory warning.
  case platform

  /// Pressure was simulated, or a pass requested by hand.
  case simulated

  /// Nothing was reported for a while, or a source withdrew its report.
  case subsided
}

extension PressureCause {
  /// Whether other monitors of the process detect the same shortage.
  var isShared: Bool {
    switch self {
    case .simulated, .subsided: false
    case .serviceManager, .stalled, .throttled, .limitReached, .reclaiming, .usage, .available,
      .budget, .platform:
      true
    }
  }
}

extension PressureCause: CustomStringConvertible {
  /// The cause in words.
  public var description: String {
    switch self {
    case .serviceManager: "the service manager reported it"
    case .stalled(let all, let microseconds):
      "\(all ? "all" : "some") tasks stalled for \(microseconds / 1000) ms"
    case .throttled: "the kernel throttles the cgroup"
    case .limitReached: "the cgroup reached its limit"
    case .reclaiming: "the kernel has difficulty reclaiming memory"
    case .usage(let bytes, let limit): "\(ByteText(bytes)) of \(ByteText(limit)) are in use"
    case .available(let bytes, let total):
      "\(ByteText(bytes)) of \(ByteText(total)) are available"
    case .budget(let bytes, let limit):
      "\(ByteText(bytes)) of a budget of \(ByteText(limit)) are in use"
    case .platform: "the platform sent a memory warning"
    case .simulated: "it was triggered by hand"
    case .subsided: "it has subsided"
    }
  }
}
