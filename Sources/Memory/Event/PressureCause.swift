internal import StageFloor

/// What made a source speak.
///
/// Causes are for logs and for people. What is to be done follows from the level alone, and new
/// causes may come with new versions: give a `switch` over them a `default`.
public enum PressureCause: Sendable, Hashable {
  /// The service manager said so, through `MEMORY_PRESSURE_WATCH`.
  case serviceManager

  /// Tasks stood still for want of memory: some of them, or all at once.
  case stalled(all: Bool, microseconds: Int)

  /// The group of processes passed the limit above which the kernel slows it down.
  case throttled

  /// The group of processes reached the limit that it must not pass.
  case limitReached

  /// The kernel searches for memory in this group of processes, and finds it hard.
  case reclaiming

  /// So much of a limit is in use, in bytes.
  case usage(Int, limit: Int)

  /// So little of the machine's memory is available, in bytes.
  case available(Int, of: Int)

  /// The program uses so much of the budget that it has set for itself, in bytes.
  case budget(Int, limit: Int)

  /// The platform sent its warning.
  case platform

  /// Somebody played it by hand.
  case simulated

  /// Nothing was reported for a while, or a source took back what it had reported.
  case subsided
}

extension PressureCause {
  /// Whether other monitors of the process hear of the same shortage.
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
    case .serviceManager: "the service manager said so"
    case .stalled(let all, let microseconds):
      "\(all ? "all" : "some") tasks stood still for \(microseconds / 1000) ms"
    case .throttled: "the kernel slows the group down"
    case .limitReached: "the group reached its limit"
    case .reclaiming: "the kernel finds it hard to reclaim memory"
    case .usage(let bytes, let limit): "\(ByteText(bytes)) of \(ByteText(limit)) are in use"
    case .available(let bytes, let total):
      "\(ByteText(bytes)) of \(ByteText(total)) are available"
    case .budget(let bytes, let limit):
      "\(ByteText(bytes)) of a budget of \(ByteText(limit)) are in use"
    case .platform: "the platform sent its warning"
    case .simulated: "played by hand"
    case .subsided: "it has subsided"
    }
  }
}
