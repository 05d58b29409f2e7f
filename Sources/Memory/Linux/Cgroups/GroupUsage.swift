internal import CStageFloor
internal import StageFloor

/// Follows the limits of a cgroup and their use, for one watcher.
///
/// The kernel does not report that a limit was changed, nor, in version 2, how much of it is in
/// use: both are polled, the use as fast as it grows, the limits once a second. While much room is
/// left, only one small file is read per limit.
struct GroupUsage {
  private struct Folder {
    var path: String
    var limits: MemoryGroup.Limits
    var pace = GrowthPace()
    var isRead = false
  }

  private let group: MemoryGroup
  /// Creates the member that reports the use; called when there is a limit for the first time.
  private let makeReporter: () -> PressureReporter
  private var reporter: PressureReporter?
  private var folders: [Folder] = []
  private var follower = UsageFollower()
  private var limitsReadAt: Int64 = .min
  private var failureLimit = FailureLimit()
  private var isUnreadable = false

  private(set) var limit: Int?

  private(set) var use: LimitUse?

  /// How long a changed limit may go unnoticed.
  static let limitInterval: Int64 = 1_000_000_000

  static let retryInterval: Int64 = 100_000_000

  init(_ group: MemoryGroup, makeReporter: @escaping () -> PressureReporter) {
    self.group = group
    self.makeReporter = makeReporter
    readLimits()
    announce()
  }

  /// Returns the time until the next poll, and whether limits have changed.
  mutating func look(
    now: Int64, isEvent: Bool = false, hasSignals: Bool = false
  ) -> (interval: Int64, hasNewLimits: Bool) {
    if isEvent { follower.somethingHappened() }
    var hasNewLimits = false
    let isDue = limitsReadAt == .min || now - limitsReadAt >= Self.limitInterval
    if isDue || isEvent {
      let before = limit
      hasNewLimits = readLimits()
      limitsReadAt = now
      if limit != before { announce() }
    }
    // A temporary read failure does not mean that pressure is over: the last report remains valid.
    guard let interval = readUse(now: now) else { return (Self.retryInterval, hasNewLimits) }
    if let reporter, let report = follower.follow(use, now: now) {
      reporter.report(
        report.level, cause: report.cause, target: report.target, lasting: report.lasting)
    }
    return (hasSignals ? Self.limitInterval : interval, hasNewLimits)
  }

  func reportLoss(_ reason: String) { reporter?.reportLoss(reason) }

  @discardableResult
  private mutating func readLimits() -> Bool {
    var found: [Folder] = []
    for path in group.chain {
      let former = folders.first { $0.path == path }
      let limits: MemoryGroup.Limits?
      do {
        limits = try group.readLimits(of: path)
      } catch {
        // A temporary read failure does not mean that the limit was removed.
        limits = former?.limits
      }
      guard let limits else { continue }
      if let former, former.limits == limits {
        found.append(former)
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

  /// Returns the time until the next poll; nil if a use that was readable before cannot be read
  /// now.
  private mutating func readUse(now: Int64) -> Int64? {
    var tightest: LimitUse?
    var interval = Self.limitInterval
    var isUnread = false
    var failure: SystemError?
    for index in folders.indices {
      let (path, limits) = (folders[index].path, folders[index].limits)
      var found: Int?
      do throws(SystemError) { found = try group.readUsage(of: path) } catch { failure = error }
      guard let usage = found else {
        isUnread = isUnread || folders[index].isRead
        continue
      }
      folders[index].isRead = true
      // What the kernel can drop only matters near the limit, and takes longer to read.
      let isNear =
        Double(usage) >= Double(limits.lowest) * (LimitUse.shares[0] - UsageFollower.slack)
      let used = isNear ? group.workingSet(of: path, usage: usage) : usage
      let use = limits.limitUse(of: used)
      if tightest.map({ use.isTighter(than: $0) }) ?? true { tightest = use }
      interval = min(
        interval, folders[index].pace.interval(used: used, limit: limits.lowest, now: now))
    }
    if isUnread {
      if !failureLimit.allowsRetry(after: failure) { loseUse() }
      return nil
    }
    failureLimit.reset()
    if isUnreadable, tightest != nil {
      isUnreadable = false
      announce()
    }
    use = tightest
    return interval
  }

  private mutating func loseUse() {
    isUnreadable = true
    failureLimit.reset()
    use = nil
    follower = UsageFollower()
    for index in folders.indices { folders[index].isRead = false }
    reporter?.reportLoss("the memory use can no longer be read")
  }

  private mutating func announce() {
    guard let limit else {
      reporter?.reportWatching("there is currently no limit")
      return
    }
    let member = reporter ?? makeReporter()
    member.reportWatching("the use of a limit of \(ByteText(limit))")
    reporter = member
  }
}
