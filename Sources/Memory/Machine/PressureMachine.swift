/// Decides how short memory is, and when that requires a pass over the responders.
///
/// Every input contains the time in nanoseconds.
struct PressureMachine {
  /// Durations, in nanoseconds.
  struct Times {
    var holdOff: Int64
    var criticalHoldOff: Int64
    var calm: Int64
  }

  struct PassRequest: Equatable {
    var level: PressureLevel
    var cause: PressureCause
    var target: Int?
    var isLossy = false
  }

  enum PassAction: Equatable {
    case none
    case begin(PassRequest)
    case upgrade(PassRequest)
  }

  struct Reaction: Equatable {
    var announcement: PassRequest?
    var pass: PassAction = .none
  }

  private struct Contribution {
    var lasting: PressureLevel = .normal
    /// When its momentary reports expire, for elevated, high and critical pressure.
    var fading: [Int64] = [.min, .min, .min]

    func level(at now: Int64) -> PressureLevel {
      let faded = fading.lastIndex { $0 > now }.flatMap { PressureLevel(rawValue: $0 + 1) }
      return max(lasting, faded ?? .normal)
    }
  }

  private enum Activity {
    /// No pass is running. Exit: `passing`.
    case idle
    /// A pass is running at this level. Exit: `idle`.
    case passing(PressureLevel)
  }

  private let times: Times
  private(set) var level: PressureLevel = .normal
  private var contributions: [Int: Contribution] = [:]
  private var activity = Activity.idle
  /// The ends of the hold-offs for elevated, high and critical pressure.
  private var restUntil: [Int64] = [.min, .min, .min]
  private var deferred: PassRequest?

  init(times: Times) { self.times = times }

  // MARK: Inputs

  mutating func receive(_ report: PressureReport, from source: Int, at now: Int64) -> Reaction {
    var reaction = Reaction()
    note(report, from: source, at: now)
    let call = PassRequest(level: report.level, cause: report.cause, target: report.target)
    reaction.announcement = changeLevel(at: now, because: call)
    dropObsoleteRequest()
    guard report.level > .normal else { return reaction }
    if case .passing(let running) = activity {
      guard report.level > running else { return reaction }
      activity = .passing(report.level)
      reaction.pass = .upgrade(call)
    } else if now >= restUntil[report.level.rawValue - 1] {
      reaction.pass = begin(call)
    } else if report.lasting == .untilChanged, report.level >= deferred?.level ?? .normal {
      deferred = call
    }
    return reaction
  }

  /// Handles the loss of a source: its lasting report expires like a momentary one.
  mutating func lost(_ source: Int, at now: Int64) -> Reaction {
    guard var contribution = contributions[source] else { return Reaction() }
    if contribution.lasting > .normal {
      contribution.fading[contribution.lasting.rawValue - 1] = now + times.calm
      contribution.lasting = .normal
      contributions[source] = contribution
    }
    dropObsoleteRequest()
    return timePassed(at: now)
  }

  mutating func requestPass(_ call: PassRequest) -> PassAction {
    guard case .passing(let running) = activity else { return begin(call) }
    activity = .passing(max(running, call.level))
    return .upgrade(call)
  }

  mutating func passEnded(at now: Int64) {
    guard case .passing(let level) = activity else { return }
    activity = .idle
    for lesser in PressureLevel.allCases where lesser > .normal && lesser <= level {
      let rest = lesser == .critical ? times.criticalHoldOff : times.holdOff
      restUntil[lesser.rawValue - 1] = max(restUntil[lesser.rawValue - 1], now + rest)
    }
  }

  mutating func timePassed(at now: Int64) -> Reaction {
    var reaction = Reaction()
    reaction.announcement = changeLevel(
      at: now, because: PassRequest(level: .normal, cause: .subsided, target: nil))
    if let call = deferred, case .idle = activity, now >= restUntil[call.level.rawValue - 1] {
      reaction.pass = begin(call)
    }
    return reaction
  }

  var nextMoment: Int64? {
    var moment: Int64?
    if level > .normal, !contributions.values.contains(where: { $0.lasting >= level }) {
      // The level lasts until the last report at that level has expired.
      moment = contributions.values.lazy.map { $0.fading[level.rawValue - 1] }.max()
    }
    guard let deferred, case .idle = activity else { return moment }
    return min(moment ?? .max, restUntil[deferred.level.rawValue - 1])
  }

  // MARK: Deciding

  private mutating func note(_ report: PressureReport, from source: Int, at now: Int64) {
    var contribution = contributions[source] ?? Contribution()
    if report.level == .normal {
      contribution = Contribution()
    } else {
      switch report.lasting {
      case .momentary:
        contribution.fading[report.level.rawValue - 1] = now + times.calm
      case .untilChanged:
        contribution.lasting = report.level
      }
    }
    contributions[source] = contribution
  }

  private mutating func changeLevel(at now: Int64, because call: PassRequest) -> PassRequest? {
    let newLevel = contributions.values.lazy.map { $0.level(at: now) }.max() ?? .normal
    guard newLevel != level else { return nil }
    let isWorse = newLevel > level
    level = newLevel
    // A falling level means that an earlier report ended, regardless of the current report.
    return isWorse
      ? PassRequest(level: newLevel, cause: call.cause, target: call.target)
      : PassRequest(level: newLevel, cause: .subsided, target: nil)
  }

  private mutating func begin(_ call: PassRequest) -> PassAction {
    activity = .passing(call.level)
    if let waiting = deferred, waiting.level <= call.level { deferred = nil }
    return .begin(call)
  }

  private mutating func dropObsoleteRequest() {
    guard let waiting = deferred else { return }
    let lasting = contributions.values.map(\.lasting).max() ?? .normal
    if lasting < waiting.level { deferred = nil }
  }
}
