internal import CStageFloor
internal import StageFloor

final class LegacyWatcher: Watcher, @unchecked Sendable {  // guard: see `Watcher`
  private let group: MemoryGroup
  private let identity: SmallFile.Identity?
  private let surroundings: PressureSurroundings
  let reporter: PressureReporter
  /// The kernel's counters; nil if the kernel gives no signals and the cgroup is polled.
  private var counters: LegacyCounters?
  private var isOpen = true
  /// The number of processes that the kernel killed; nil if it does not report that.
  private var killed: Int?
  private var isResting = false
  private var usage: GroupUsage
  private(set) var nextLook: Int64?

  static let killFile = "memory.oom_control"

  /// Near its limit a cgroup is reclaimed hundreds of times a second, more often than a response
  /// helps.
  private static let rest: Int64 = 10_000_000

  init(
    _ group: MemoryGroup, counters: LegacyCounters?, surroundings: PressureSurroundings,
    reporter: PressureReporter
  ) {
    self.group = group
    self.counters = counters
    self.surroundings = surroundings
    self.reporter = reporter
    identity = SmallFile.identity(group.directory)
    killed = Self.killed(in: group)
    usage = GroupUsage(group) { reporter.member("usage") }
    // The watch thread evaluates the present use at once.
    nextLook = stage_nanoseconds()
  }

  var descriptors: [PolledDescriptor] {
    guard let counters, isOpen, !isResting else { return [] }
    return counters.files.map {
      PolledDescriptor(descriptor: $0.number, events: Int16(POLLIN))
    }
  }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    guard identity != nil, SmallFile.identity(group.directory) == identity else {
      usage.reportLoss("the cgroup was removed")
      reporter.reportLoss("the cgroup was removed")
      return false
    }
    let numbers = Set(ready.map(\.descriptor))
    var suggested = PressureLevel.normal
    if let counters {
      for file in counters.files where numbers.contains(file.number) { file.drain() }
      for (counter, level) in counters.levels where numbers.contains(counter.number) {
        suggested = max(suggested, level)
      }
    }
    isResting = !ready.isEmpty
    let (interval, hasNewLimits) = usage.look(
      now: now, isEvent: isResting, hasSignals: counters?.signalsUse == true)
    nextLook = now + (isResting ? Self.rest : interval)
    if hasNewLimits { remakeCounters() }
    // A temporary read failure must not be mistaken for the end of pressure.
    guard FileDescriptor.shortage == nil else {
      if suggested > .normal { report(suggested, nil) }
      return true
    }
    if wasKilled() {
      // After a process was killed there is room for the moment, so the use of the limit does not
      // lower the level.
      reporter.report(.critical, cause: .limitReached, target: group.limitUse()?.target)
    } else if suggested > .normal {
      report(suggested, group.limitUse())
    }
    return true
  }

  func close() {
    if isOpen { counters?.close() }
    isOpen = false
  }

  private func remakeCounters() {
    // The new counters replace the old ones only if the kernel accepts them; otherwise the old
    // thresholds remain useful.
    guard let counters, let new = try? LegacyCounters(group) else { return }
    counters.close()
    self.counters = new
  }

  private static func killed(in group: MemoryGroup) -> Int? {
    let text = try? SmallFile.read(group.path(killFile))
    return text.flatMap { KeyedNumbers(parsing: $0)["oom_kill"] }
  }

  private func wasKilled() -> Bool {
    let before = killed
    killed = Self.killed(in: group)
    guard let before, let killed else { return false }
    return killed > before
  }

  private func report(_ suggested: PressureLevel, _ use: LimitUse?) {
    let machine = MachineMemory.read(in: surroundings).map(LimitUse.init)
    let judgement = PressureJudge.judge(
      suggested, uses: [use, machine].compactMap { $0 })
    reporter.report(judgement.level, cause: .reclaiming, target: judgement.target)
  }
}
