internal import CStageFloor

/// Follows the limits of a group, and what it uses of them, for one lookout.
///
/// The kernel tells neither that a limit was changed nor, in version 2, how much of it is in use: both
/// are read. The use is read as fast as it grows, the limits once in a second. Only one small file is
/// read for each limit while much room is left.
struct GroupUsage {
  /// A folder of the group's chain that has a limit.
  private struct Folder {
    var path: String
    var limits: MemoryGroup.Limits
    var pace = GrowthPace()
  }

  private let group: MemoryGroup
  /// Makes the member that reports what is in use; called when there is a limit for the first time.
  private let makeReporter: () -> PressureReporter
  private var reporter: PressureReporter?
  private var folders: [Folder] = []
  private var follower = UsageFollower()
  private var limitsReadAt: Int64 = .min

  /// The smallest limit, in bytes; nil if there is none.
  private(set) var limit: Int?

  /// What was last found; nil if there is no limit.
  private(set) var standing: MemoryStanding?

  /// How long a limit that was changed may go unseen.
  static let limitInterval: Int64 = 1_000_000_000

  /// - Parameters:
  ///   - group: The group.
  ///   - makeReporter: Makes the member that reports what is in use.
  init(_ group: MemoryGroup, makeReporter: @escaping () -> PressureReporter) {
    self.group = group
    self.makeReporter = makeReporter
    readLimits()
    announce()
  }

  /// Looks at the use, and at the limits if it is time.
  ///
  /// - Parameters:
  ///   - now: The time, in nanoseconds.
  ///   - isEvent: Whether the kernel told of something.
  ///   - isTold: Whether the kernel tells when more is in use.
  /// - Returns: The time until the next look, and whether limits have changed.
  mutating func look(
    now: Int64, isEvent: Bool = false, isTold: Bool = false
  ) -> (interval: Int64, hasNewLimits: Bool) {
    if isEvent { follower.somethingHappened() }
    var hasNewLimits = false
    let isDue = limitsReadAt == .min || now - limitsReadAt >= Self.limitInterval
    if isDue || isEvent {
      // What cannot be read for the moment is neither calm nor a limit taken away.
      guard FileDescriptor.shortage == nil else { return (Self.limitInterval, false) }
      let before = limit
      hasNewLimits = readLimits()
      limitsReadAt = now
      if limit != before { announce() }
    }
    guard let interval = readUse(now: now) else { return (Self.limitInterval, false) }
    if let reporter, let report = follower.follow(standing, now: now) {
      reporter.report(
        report.level, cause: report.cause, target: report.target, lasting: report.lasting)
    }
    return (isTold ? Self.limitInterval : interval, hasNewLimits)
  }

  /// Says that there is nothing to follow any more.
  func isLost(_ reason: String) { reporter?.isLost(reason) }

  /// Reads the limits.
  ///
  /// - Returns: Whether one of them has changed.
  @discardableResult
  private mutating func readLimits() -> Bool {
    var found: [Folder] = []
    for path in group.chain {
      guard let limits = group.limits(of: path) else { continue }
      if let known = folders.first(where: { $0.path == path && $0.limits == limits }) {
        found.append(known)
      } else {
        found.append(Folder(path: path, limits: limits))
      }
    }
    let isChanged =
      found.count != folders.count
      || !zip(found, folders).allSatisfy { $0.path == $1.path && $0.limits == $1.limits }
    folders = found
    limit = found.map(\.limits.lowest).min()
    return isChanged
  }

  /// Reads what is in use of each limit.
  ///
  /// - Returns: When to look again; nil if no file can be opened at the moment.
  private mutating func readUse(now: Int64) -> Int64? {
    var tightest: MemoryStanding?
    var interval = Self.limitInterval
    for index in folders.indices {
      let (path, limits) = (folders[index].path, folders[index].limits)
      guard let usage = group.usage(of: path) else { continue }
      // What the kernel can drop only matters near the limit, and takes longer to read.
      let isNear =
        Double(usage) >= Double(limits.lowest) * (MemoryStanding.shares[0] - UsageFollower.slack)
      let used = isNear ? group.workingSet(of: path, usage: usage) : usage
      let standing = limits.standing(of: used)
      if tightest.map({ standing.isTighter(than: $0) }) ?? true { tightest = standing }
      interval = min(
        interval, folders[index].pace.interval(used: used, limit: limits.lowest, now: now))
    }
    if tightest == nil, !folders.isEmpty, FileDescriptor.shortage != nil { return nil }
    standing = tightest
    return interval
  }

  private mutating func announce() {
    guard let limit else {
      reporter?.isWatching("there is no limit at the moment")
      return
    }
    let member = reporter ?? makeReporter()
    member.isWatching("how much of \(ByteText(limit)) is in use")
    reporter = member
  }
}
