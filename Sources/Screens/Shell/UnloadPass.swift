internal import StageFloor
internal import StagecraftMemory

/// Drops heavy resources and then unloads views, one in each step, so that it can be interrupted.
@MainActor
struct UnloadPass {
  private(set) var report: ScreenUnloadReport

  private enum Phase {
    case resources
    case views
    case over
  }

  private let unloadsViews: Bool
  private var phase: Phase
  private var items: [HiddenItem] = []
  /// Nil before the first step of the phase.
  private var plan: UnloadPlan?
  private var stayed: [ScreenUnloadReport.Entry] = []
  /// The planned bytes of resources that were released and still use their memory.
  private var bytesInUse = 0
  /// The positions since the last pause; nil if there was none since the plan was made.
  private var distances: DistanceMap?

  init(at level: PressureLevel, target: Int?, unloadsViews: Bool) {
    self.unloadsViews = unloadsViews
    report = ScreenUnloadReport(level: level, target: target)
    phase = level > .normal ? .resources : .over
  }

  /// Releases the next item, or plans; false at the end of the pass.
  mutating func step(in application: ScreenApplication) -> Bool {
    if phase == .over { return false }
    if plan == nil {
      makePlan(for: application)
    } else if let place = plan?.next() {
      release(place, in: application)
    } else {
      endPhase()
    }
    return phase != .over
  }

  /// The pass continues after a pause, in which anything may have happened.
  mutating func resume() { distances = DistanceMap() }

  /// Whether what the user is likely to see next, or saw a moment ago, is spared.
  private var isSparing: Bool { report.level < (phase == .resources ? .high : .critical) }

  private mutating func makePlan(for application: ScreenApplication) {
    items = phase == .resources ? application.hiddenResources() : application.hiddenViews()
    plan = UnloadPlan(
      items.map(\.candidate), isSparing: isSparing,
      target: report.target.map { $0 - report.releasedBytes })
    distances = nil
  }

  private mutating func release(_ place: Int, in application: ScreenApplication) {
    let item = items[place]
    let outcome: ScreenUnloadReport.Outcome?
    if let reason = newReasonToSpare(item, in: application) {
      item.noteStay(reason)
      outcome = .kept(reason)
    } else {
      outcome = item.release(in: application)
    }
    switch outcome {
    case .released(let bytes)?:
      report.entries.append(item.entry(.released(bytes: bytes)))
      if item.isStillInUse { bytesInUse = bytesInUse.addingBytes(item.candidate.bytes) }
    case .kept(let reason)?:
      stayed.append(item.entry(.kept(reason)))
      plan?.refuse(place)
    case .notNeeded?, nil: break
    }
  }

  /// The reason why an item is spared now and was not when the pass began.
  private mutating func newReasonToSpare(
    _ item: HiddenItem, in application: ScreenApplication
  ) -> AnyScreen.UnloadRefusal.Reason? {
    guard distances != nil, let screen = item.screen else { return nil }
    if phase == .views, screen.unloadPolicy == .never { return .isNeverUnloaded }
    guard isSparing, screen.appearance == .gone else { return nil }
    if distances?.position(of: screen).isNeighbour == true { return .isNeighbour }
    return item.isRecent(in: application) ? .isRecent : nil
  }

  private mutating func endPhase() {
    guard let plan = plan.take() else { return }
    for (place, decision) in plan.decisions.enumerated() {
      if decision == .unload || decision == .refused { continue }
      let item = items[place]
      guard let outcome = item.outcome(of: decision) else { continue }
      if case .kept(let reason) = outcome { item.noteStay(reason) }
      stayed.append(item.entry(outcome))
    }
    report.entries += stayed
    stayed = []
    let isEnough = report.target.map { plan.bytes - bytesInUse >= $0 } ?? false
    let isForViews = unloadsViews && report.level >= .high && !isEnough
    phase = phase == .resources && isForViews ? .views : .over
    items = []
  }
}
