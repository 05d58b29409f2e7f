/// Hears from the Linux kernel that the process's group comes to its limits, in version 2.
///
/// What is in use of the group's limits, `memory.max` and `memory.high`, is read as fast as it grows,
/// and listed as a source of its own, named "usage": from 75 % of a limit on pressure is elevated,
/// from 85 % high, and from 95 % of a hard limit critical. The next look comes before a quarter of what
/// is left could be used, at the speed of the last growth or of one gibibyte in a second: every
/// 100 ms while 400 MiB are left, every 25 ms while less than 100 MiB are, and once in a second from
/// 4 GiB on; while the use grows by more than 64 MiB in a second, every 5 ms at most.
///
/// The kernel counts how often the group was slowed down above `memory.high`, was about to pass
/// `memory.max`, and lost processes for it, and tells when it has counted. That works where the
/// groups can only be read, as in most containers; but between `memory.max` and the end there may be
/// no time to act.
///
/// The levels are weighed against what the group uses of its limits without what the kernel drops as
/// soon as it needs room; that also gives the target, which leaves seven tenths of the limit in use.
/// The limits of the groups above count too, as far as they can be seen. The kernel does not report
/// when a limit is set, changed or taken away, or when the process is moved to another group: the limits are read
/// once in a second, and the process's group every five seconds.
///
/// The group's ``StallPressure`` is part of it, and listed as a source of its own.
public struct UnifiedGroupPressure: PressureSource {
  private let surroundings: PressureSurroundings
  private let group: MemoryGroup?

  /// The group to which this process belongs.
  ///
  /// - Parameter surroundings: where to look.
  public init(surroundings: PressureSurroundings = .current) {
    self.init(surroundings: surroundings, group: nil)
  }

  /// A group; nil: the one to which this process belongs.
  init(surroundings: PressureSurroundings, group: MemoryGroup?) {
    self.surroundings = surroundings
    self.group = group
  }

  /// What the source is called.
  public var name: String { "group" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: takes what the source sees.
  /// - Returns: what ends the watch when it is dropped.
  /// - Throws: why there is nothing to watch: the process is in no group of version 2 whose memory
  ///   is counted.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    if let group { return try watch(group, reporter) }
    let surroundings = surroundings
    return try OwnGroupWatch.begin(in: surroundings, reporter) { group, reporter in
      try UnifiedGroupPressure(surroundings: surroundings, group: group).watch(reporter)
    }
  }

  private func watch(_ group: MemoryGroup, _ reporter: PressureReporter) throws -> PressureWatch {
    guard group.version == .unified else {
      throw PressureSourceError("memory is counted in groups of version 1 here")
    }
    let stalls = StallPressure(group, surroundings: surroundings)
    let events: GroupEventsLookout
    do throws(PressureSourceError) {
      events = try GroupEventsLookout(group, reporter: reporter)
    } catch {
      // The outermost group has no limits, but may have stalls.
      guard let watch = try? stalls.watch(reporter) else { throw error }
      return watch
    }
    reporter.isWatching(events.summary)
    let eventsWatch = WatchThread.shared.add(events)
    let member = reporter.member(stalls.name)
    let stallsWatch: PressureWatch
    do {
      stallsWatch = try stalls.watch(member)
    } catch {
      member.isRefused("\(error)")
      return eventsWatch
    }
    return PressureWatch {
      eventsWatch.end()
      stallsWatch.end()
    }
  }
}
