internal import CStageFloor

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// Waits for what the kernel tells of a group of version 1, or looks at it from time to time.
final class LegacyLookout: Lookout, @unchecked Sendable {  // guard: as `Lookout` says
  private let group: MemoryGroup
  private let identity: SmallFile.Identity?
  private let surroundings: PressureSurroundings
  let reporter: PressureReporter
  /// To which the kernel adds; nil: it does not tell, and the group is looked at.
  private var counters: LegacyCounters?
  private var isOpen = true
  /// How many of the group's processes the kernel has ended; nil: it does not tell.
  private var killed: Int?
  /// Whether the counters are left alone for a moment.
  private var isResting = false
  private var usage: GroupUsage
  private(set) var nextLook: Int64?

  /// Where the kernel tells how many processes it has ended.
  static let killFile = "memory.oom_control"

  /// How long the counters are left alone after one of them has counted.
  ///
  /// At its limit a group is searched hundreds of times in a second, and nobody acts as often.
  private static let rest: Int64 = 10_000_000

  /// - Parameters:
  ///   - group: the group.
  ///   - counters: to which the kernel adds; nil: it does not, and the group is looked at.
  ///   - surroundings: where the machine's memory is told.
  ///   - reporter: takes what the kernel tells; what is in use goes to a member of it.
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
    // What is in use already is looked at at once, by the watch thread.
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
      usage.isLost("the group was removed")
      reporter.isLost("the group was removed")
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
      now: now, isEvent: isResting, isTold: counters?.tellUse == true)
    nextLook = now + (isResting ? Self.rest : interval)
    if hasNewLimits { remakeCounters() }
    // What cannot be read for the moment must not be taken for calm.
    guard FileDescriptor.shortage == nil else {
      if suggested > .normal { report(suggested, nil) }
      return true
    }
    if wasKilled() {
      // Where a process was just ended there is room, for the moment.
      reporter.report(.critical, cause: .limitReached, target: group.standing()?.target)
    } else if suggested > .normal {
      report(suggested, group.standing())
    }
    return true
  }

  func close() {
    if isOpen { counters?.close() }
    isOpen = false
  }

  /// A limit was set, changed or taken away: the kernel tells of the old thresholds.
  private func remakeCounters() {
    // With what it tells now: what it will not tell any more is better looked at by the old ones.
    guard let counters, let new = try? LegacyCounters(group) else { return }
    counters.close()
    self.counters = new
  }

  private static func killed(in group: MemoryGroup) -> Int? {
    let text = try? SmallFile.read(group.path(killFile))
    return text.flatMap { KeyedNumbers(parsing: $0)["oom_kill"] }
  }

  /// Whether the kernel has ended one of the group's processes since the last look.
  private func wasKilled() -> Bool {
    let before = killed
    killed = Self.killed(in: group)
    guard let before, let killed else { return false }
    return killed > before
  }

  private func report(_ suggested: PressureLevel, _ standing: MemoryStanding?) {
    let machine = MachineMemory.read(in: surroundings).map(MemoryStanding.init)
    let judgement = PressureJudge.judge(
      suggested, standings: [standing, machine].compactMap { $0 })
    reporter.report(judgement.level, cause: .reclaiming, target: judgement.target)
  }
}
