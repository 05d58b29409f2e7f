/// Decides how short memory is, and when that calls for a pass over the responders.
///
/// It knows no clock and no thread: every input brings the time, in nanoseconds, and returns what is
/// to be done.
struct PressureMachine {
  /// How long things last, in nanoseconds.
  struct Times {
    var holdOff: Int64
    var criticalHoldOff: Int64
    var calm: Int64
  }

  /// A call for a pass.
  struct Call: Equatable {
    var level: PressureLevel
    var cause: PressureCause
    var target: Int?
    var isLossy = false
  }

  /// What is to be done about a pass.
  enum PassAction: Equatable {
    case none
    /// Begin one.
    case begin(Call)
    /// Make the one that is running go on until this is answered too.
    case upgrade(Call)
  }

  /// What is to be done.
  struct Reaction: Equatable {
    /// The level has changed, for this reason.
    var announcement: Call?
    var pass: PassAction = .none
  }

  /// What a source has said and not taken back.
  private struct Contribution {
    /// What is so until it says otherwise.
    var standing: PressureLevel = .normal
    /// Until when its reports of a moment count: elevated, high, critical.
    var fading: [Int64] = [.min, .min, .min]

    func level(at now: Int64) -> PressureLevel {
      let faded = fading.lastIndex { $0 > now }.flatMap { PressureLevel(rawValue: $0 + 1) }
      return max(standing, faded ?? .normal)
    }
  }

  private enum Activity {
    /// Nobody is asked. Exit: `passing`.
    case idle
    /// Responders are asked on behalf of this level. Exit: `idle`.
    case passing(PressureLevel)
  }

  private let times: Times
  private(set) var level: PressureLevel = .normal
  private var contributions: [Int: Contribution] = [:]
  private var activity = Activity.idle
  /// Until when no new pass is made for elevated, high, critical pressure.
  private var restUntil: [Int64] = [.min, .min, .min]
  /// What stands and was not acted on because of a rest.
  private var deferred: Call?

  init(times: Times) { self.times = times }

  // MARK: Inputs

  /// A source has reported something.
  mutating func heard(_ report: PressureReport, from source: Int, at now: Int64) -> Reaction {
    var reaction = Reaction()
    note(report, from: source, at: now)
    let call = Call(level: report.level, cause: report.cause, target: report.target)
    reaction.announcement = changeLevel(at: now, because: call)
    forgetWhatNoLongerStands()
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

  /// A source is gone: what stood by its word fades like anything else.
  mutating func lost(_ source: Int, at now: Int64) -> Reaction {
    guard var contribution = contributions[source] else { return Reaction() }
    if contribution.standing > .normal {
      contribution.fading[contribution.standing.rawValue - 1] = now + times.calm
      contribution.standing = .normal
      contributions[source] = contribution
    }
    forgetWhatNoLongerStands()
    return timePassed(at: now)
  }

  /// Somebody wants a pass, whatever the sources say.
  mutating func asked(_ call: Call) -> PassAction {
    guard case .passing(let running) = activity else { return begin(call) }
    activity = .passing(max(running, call.level))
    return .upgrade(call)
  }

  /// The pass is over.
  mutating func passEnded(at now: Int64) {
    guard case .passing(let level) = activity else { return }
    activity = .idle
    for lesser in PressureLevel.allCases where lesser > .normal && lesser <= level {
      let rest = lesser == .critical ? times.criticalHoldOff : times.holdOff
      restUntil[lesser.rawValue - 1] = max(restUntil[lesser.rawValue - 1], now + rest)
    }
  }

  /// The moment that ``nextMoment`` named has come, or any other.
  mutating func timePassed(at now: Int64) -> Reaction {
    var reaction = Reaction()
    reaction.announcement = changeLevel(
      at: now, because: Call(level: .normal, cause: .subsided, target: nil))
    if let call = deferred, case .idle = activity, now >= restUntil[call.level.rawValue - 1] {
      reaction.pass = begin(call)
    }
    return reaction
  }

  /// When time itself is the next to change something; nil: never.
  var nextMoment: Int64? {
    var moment: Int64?
    if level > .normal, !contributions.values.contains(where: { $0.standing >= level }) {
      // The level holds until the last report of that level has faded.
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
        contribution.standing = report.level
      }
    }
    contributions[source] = contribution
  }

  private mutating func changeLevel(at now: Int64, because call: Call) -> Call? {
    let newLevel = contributions.values.lazy.map { $0.level(at: now) }.max() ?? .normal
    guard newLevel != level else { return nil }
    let isWorse = newLevel > level
    level = newLevel
    // A level that falls does so because something ended, whoever happens to be heard just then.
    return isWorse
      ? Call(level: newLevel, cause: call.cause, target: call.target)
      : Call(level: newLevel, cause: .subsided, target: nil)
  }

  private mutating func begin(_ call: Call) -> PassAction {
    activity = .passing(call.level)
    if let waiting = deferred, waiting.level <= call.level { deferred = nil }
    return .begin(call)
  }

  private mutating func forgetWhatNoLongerStands() {
    guard let waiting = deferred else { return }
    let standing = contributions.values.map(\.standing).max() ?? .normal
    if standing < waiting.level { deferred = nil }
  }
}
