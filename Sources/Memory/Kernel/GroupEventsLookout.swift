internal import StageFloor
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

/// Waits for version 2's `memory.events` to change: the group's own, and those of the groups above it
/// that have a limit; and follows what is in use of the limits.
///
/// When a group above comes to its limit, only that one counts it. Below a hard limit nothing is
/// counted at all, and between reaching it and the end there may be milliseconds: so what is in use
/// is read as fast as it grows.
final class GroupEventsLookout: Lookout, @unchecked Sendable {  // guard: as `Lookout` says
  private let group: MemoryGroup
  let reporter: PressureReporter
  private let identity: SmallFile.Identity?
  private var own: GroupEventsFile
  private var above: [GroupEventsFile]
  private var isOpen = true
  /// Whether the files are left alone for a moment.
  private var isResting = false
  private var usage: GroupUsage
  private var patience = Patience()
  private(set) var nextLook: Int64?

  /// How long the files are left alone after one has changed.
  ///
  /// At its limit a group has an event in every pass of the kernel's, and nobody acts as often.
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
    // What is in use already is looked at at once, by the watch thread.
    nextLook = stage_nanoseconds()
  }

  private var files: [GroupEventsFile] { [own] + above }

  /// Whether the kernel tells of all changes.
  private var isTold: Bool { files.allSatisfy(\.isTold) }

  /// What is being watched, in words.
  var summary: String {
    let how =
      isTold ? "the kernel tells of events in \(own.path)" : "\(own.path) is read from time to time"
    guard let limit = usage.limit else { return "\(how); there was no limit" }
    return "\(how); the limit was \(ByteText(limit)) at first"
  }

  var descriptors: [PolledDescriptor] {
    guard isOpen, !isResting else { return [] }
    return files.filter(\.isTold).map {
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
      return isLost("the group was removed")
    }
    // Nothing new can be in files that tell.
    guard isResting || !isTold else { return true }
    return lookAtEvents()
  }

  /// Reads what the kernel has counted.
  private func lookAtEvents() -> Bool {
    // A change is told with `POLLERR`, and so is the end: only reading tells one from the other.
    let finding: GroupEventsFile.Finding
    do {
      finding = try own.look()
    } catch {
      return !error.isAbsence && patience.isLeft(after: error) || isLost("\(error)")
    }
    guard case .change(let ownChange) = finding else {
      return patience.isLeft() || isLost("\(own.path) says nothing of limits any more")
    }
    patience.restore()
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

  /// What happened to the groups above; one that does not tell any more is done without.
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
    let standings = [group.standing()].compactMap { $0 }
    switch change {
    case .slowed:
      let judgement = PressureJudge.judge(.high, standings: standings)
      reporter.report(judgement.level, cause: .throttled, target: judgement.target)
    case .atLimit:
      let judgement = PressureJudge.judge(.critical, standings: standings)
      reporter.report(judgement.level, cause: .limitReached, target: judgement.target)
    case .killed:
      // Where a process was just ended there is room, for the moment.
      reporter.report(.critical, cause: .limitReached, target: standings.first?.target)
    }
  }

  private func isLost(_ reason: String) -> Bool {
    usage.isLost(reason)
    reporter.isLost(reason)
    return false
  }
}
