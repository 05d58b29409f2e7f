internal import CStageFloor
internal import StageFloor

/// Waits for changes of cgroup v2's `memory.events`, of the process's cgroup and of its ancestors
/// with a limit, and polls the use of the limits.
///
/// When an ancestor reaches its limit, only the ancestor counts it. Below a hard limit nothing is
/// counted at all, and there may be only milliseconds between reaching it and being killed: so the
/// use is polled as fast as it grows.
final class GroupEventsWatcher: Watcher, @unchecked Sendable {  // guard: see `Watcher`
  private let group: MemoryGroup
  let reporter: PressureReporter
  private let identity: SmallFile.Identity?
  private var own: GroupEventsFile
  private var above: [GroupEventsFile]
  private var isOpen = true
  private var isResting = false
  private var usage: GroupUsage
  private var failureLimit = FailureLimit()
  private(set) var nextLook: Int64?

  /// Near its limit a cgroup has an event in every reclaim pass, more often than a response helps.
  private static let rest: Int64 = 10_000_000

  init(
    _ group: MemoryGroup, reporter: PressureReporter
  ) throws(PressureSourceError) {
    self.group = group
    self.reporter = reporter
    identity = SmallFile.identity(group.directory)
    own = try GroupEventsFile(group.path("memory.events"))
    above = Self.filesAbove(group)
    usage = GroupUsage(group) { reporter.member("usage") }
    // The watch thread evaluates the present use at once.
    nextLook = stage_nanoseconds()
  }

  private var files: [GroupEventsFile] { [own] + above }

  private var hasSignals: Bool { files.allSatisfy(\.hasSignals) }

  var summary: String {
    let how =
      hasSignals ? "the kernel signals events in \(own.path)" : "\(own.path) is polled"
    guard let limit = usage.limit else { return "\(how); there was no initial limit" }
    return "\(how); the initial limit was \(ByteText(limit))"
  }

  var descriptors: [PolledDescriptor] {
    guard isOpen, !isResting else { return [] }
    return files.filter(\.hasSignals).map {
      PolledDescriptor(descriptor: $0.number, events: Int16(POLLPRI))
    }
  }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    isResting = !ready.isEmpty
    let (interval, hasNewLimits) = usage.look(now: now, isEvent: isResting)
    nextLook = now + (isResting ? Self.rest : interval)
    if hasNewLimits {
      for file in above { file.close() }
      above = Self.filesAbove(group)
    }
    guard SmallFile.identity(group.directory) == identity else {
      reportLoss("the cgroup was removed")
      return false
    }
    // Files with signals cannot have changed without one.
    guard isResting || !hasSignals else { return true }
    return lookAtEvents()
  }

  private func lookAtEvents() -> Bool {
    // `POLLERR` signals a change as well as the end: only reading the file can distinguish them.
    let finding: GroupEventsFile.Finding
    do {
      finding = try own.look()
    } catch {
      if !error.isAbsence, failureLimit.allowsRetry(after: error) { return true }
      reportLoss("\(error)")
      return false
    }
    guard case .change(let ownChange) = finding else {
      if failureLimit.allowsRetry() { return true }
      reportLoss("\(own.path) no longer contains event counters")
      return false
    }
    failureLimit.reset()
    if let change = ([ownChange] + changesAbove()).compactMap({ $0 }).max() { report(change) }
    return true
  }

  func close() {
    if isOpen { for file in files { file.close() } }
    isOpen = false
  }

  private static func filesAbove(_ group: MemoryGroup) -> [GroupEventsFile] {
    group.chain.dropFirst().filter { group.limits(of: $0) != nil }
      .compactMap { GroupEventsFile(above: $0) }
  }

  private func changesAbove() -> [GroupChange?] {
    var changes: [GroupChange?] = []
    var kept: [GroupEventsFile] = []
    for var file in above {
      guard case .change(let change)? = try? file.look() else {
        file.close()
        continue
      }
      changes.append(change)
      kept.append(file)
    }
    above = kept
    return changes
  }

  private func report(_ change: GroupChange) {
    let uses = [group.limitUse()].compactMap { $0 }
    switch change {
    case .slowed:
      let judgement = PressureJudge.judge(.high, uses: uses)
      reporter.report(judgement.level, cause: .throttled, target: judgement.target)
    case .atLimit:
      let judgement = PressureJudge.judge(.critical, uses: uses)
      reporter.report(judgement.level, cause: .limitReached, target: judgement.target)
    case .killed:
      // After a process was killed there is room for the moment, so the use of the limit does not
      // lower the level.
      reporter.report(.critical, cause: .limitReached, target: uses.first?.target)
    }
  }

  private func reportLoss(_ reason: String) {
    usage.reportLoss(reason)
    reporter.reportLoss(reason)
  }
}
