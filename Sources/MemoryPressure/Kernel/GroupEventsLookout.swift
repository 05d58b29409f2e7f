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
/// that have a limit.
///
/// When a group above comes to its limit, only that one counts it.
final class GroupEventsLookout: Lookout, @unchecked Sendable {  // guard: as `Lookout` says
  private let group: MemoryGroup
  let reporter: PressureReporter
  private let identity: SmallFile.Identity?
  private var own: GroupEventsFile
  private var above: [GroupEventsFile]
  private var isOpen = true
  /// Whether the files are left alone for a moment.
  private var isResting = false
  private var patience = Patience()
  private(set) var nextLook: Int64?

  /// How long between two looks where the kernel does not tell.
  private static let interval: Int64 = 2_000_000_000

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
    above = group.chain.dropFirst().filter { group.limits(of: $0) != nil }
      .compactMap { GroupEventsFile(above: $0) }
    nextLook = isTold ? nil : stage_nanoseconds() + Self.interval
  }

  private var files: [GroupEventsFile] { [own] + above }

  /// Whether the kernel tells of all changes.
  private var isTold: Bool { files.allSatisfy(\.isTold) }

  /// What is being watched, in words.
  var summary: String {
    let how = isTold ? "the kernel tells of events in \(own.path)" : "\(own.path) is read every 2 s"
    guard let limit = group.effectiveLimit() else { return "\(how); there is no limit" }
    return "\(how); the limit is \(ByteText(limit))"
  }

  /// Reports what is in use, if that is much already.
  func reportBeginning() {
    guard let standing = group.standing(), standing.level > .normal else { return }
    reporter.report(
      standing.level, cause: .usage(standing.workingSet, limit: standing.limit),
      target: standing.target)
  }

  var descriptors: [PolledDescriptor] {
    guard isOpen, !isResting else { return [] }
    return files.filter(\.isTold).map {
      PolledDescriptor(descriptor: $0.number, events: Int16(POLLPRI))
    }
  }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    isResting = !ready.isEmpty
    nextLook = isResting ? now + Self.rest : isTold ? nil : now + Self.interval
    // A change is told with `POLLERR`, and so is the end: only reading tells one from the other.
    let finding: GroupEventsFile.Finding
    do {
      finding = try own.look()
    } catch {
      return !error.isAbsence && patience.isLeft(after: error) || isLost("\(error)")
    }
    guard SmallFile.identity(group.directory) == identity else {
      return isLost("the group was removed")
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
    reporter.isLost(reason)
    return false
  }
}
