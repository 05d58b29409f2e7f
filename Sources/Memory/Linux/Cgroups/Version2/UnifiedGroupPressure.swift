/// A source for the limits of the process's cgroup, in Linux cgroup v2.
///
/// The use of the cgroup's limits, `memory.max` and `memory.high`, is polled as fast as it grows,
/// and listed as a separate source named "usage": from 75 % of a limit pressure is elevated, from
/// 85 % high, and from 95 % of a hard limit critical. The next poll comes before a quarter of the
/// remaining room could be used, at the rate of the last growth or of one gibibyte a second,
/// whichever is greater: every 100 ms while 400 MiB are left, every 25 ms while less than 100 MiB
/// are left, and once a second from 4 GiB on; while the use grows by more than 64 MiB a second, at
/// most every 5 ms.
///
/// The kernel counts how often the cgroup was throttled above `memory.high`, was about to exceed
/// `memory.max`, and lost processes to it, and signals each change. This works where cgroups are
/// read-only, as in most containers; but after `memory.max` is reached there may be no time left to
/// respond.
///
/// The levels also depend on the use of the limits without memory that the kernel can drop at any
/// time; this also gives the target, which leaves seven tenths of the limit in use. Visible limits
/// of ancestors count too. The kernel does not report when a limit is set, changed or removed, or
/// when the process is moved to another cgroup: the limits are read once a second, and the
/// process's cgroup every five seconds.
///
/// The cgroup's ``StallPressure`` is included, and listed as a separate source.
public struct UnifiedGroupPressure: PressureSource {
  private let surroundings: PressureSurroundings
  private let group: MemoryGroup?

  /// Creates a source for the cgroup of this process.
  ///
  /// - Parameter surroundings: The file system root to examine.
  public init(surroundings: PressureSurroundings = .current) {
    self.init(surroundings: surroundings, group: nil)
  }

  /// Creates a source for a cgroup; nil for the one of this process.
  init(surroundings: PressureSurroundings, group: MemoryGroup?) {
    self.surroundings = surroundings
    self.group = group
  }

  /// The name of the source.
  public var name: String { "group" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: Receives the reports.
  /// - Returns: A watch, which ends when it is deallocated.
  /// - Throws: ``PressureSourceError`` if the process is in no cgroup of version 2 with memory
  ///   accounting.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    if let group { return try watch(group, reporter) }
    let surroundings = surroundings
    return try OwnGroupWatch.begin(in: surroundings, reporter) { group, reporter in
      try UnifiedGroupPressure(surroundings: surroundings, group: group).watch(reporter)
    }
  }

  private func watch(_ group: MemoryGroup, _ reporter: PressureReporter) throws -> PressureWatch {
    guard group.version == .unified else {
      throw PressureSourceError("this system accounts memory in cgroup v1")
    }
    let stalls = StallPressure(group, surroundings: surroundings)
    let events: GroupEventsLookout
    do throws(PressureSourceError) {
      events = try GroupEventsLookout(group, reporter: reporter)
    } catch {
      // The root cgroup has no limits, but may have stalls.
      guard let watch = try? stalls.watch(reporter) else { throw error }
      return watch
    }
    reporter.reportWatching(events.summary)
    let eventsWatch = WatchThread.shared.add(events)
    let member = reporter.member(stalls.name)
    let stallsWatch: PressureWatch
    do {
      stallsWatch = try stalls.watch(member)
    } catch {
      member.reportUnavailable("\(error)")
      return eventsWatch
    }
    return PressureWatch {
      eventsWatch.end()
      stallsWatch.end()
    }
  }
}
