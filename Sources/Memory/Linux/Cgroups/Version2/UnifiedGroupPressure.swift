internal import StageFloor

/// The limits of the process's cgroup, in Linux cgroup v2, and its stalls.
///
/// The kernel's counters also work where cgroups are read-only, as in most containers; but after
/// `memory.max` is reached there may be no time left to respond, so the use is polled too.
struct UnifiedGroupPressure: PressureSource {
  private let surroundings: PressureSurroundings
  private let group: MemoryGroup?

  init(surroundings: PressureSurroundings = .current) {
    self.init(surroundings: surroundings, group: nil)
  }

  /// Creates a source for a cgroup; nil for the one of this process.
  init(surroundings: PressureSurroundings, group: MemoryGroup?) {
    self.surroundings = surroundings
    self.group = group
  }

  var name: String { "group" }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    if let group { return try watch(group, reporter) }
    let surroundings = surroundings
    return try OwnGroupWatch.begin(in: surroundings, reporter) { group, reporter in
      try UnifiedGroupPressure(surroundings: surroundings, group: group).watch(reporter)
    }
  }

  private func watch(_ group: MemoryGroup, _ reporter: PressureReporter) throws -> ObservationToken
  {
    guard group.version == .unified else {
      throw PressureSourceError("this system accounts memory in cgroup v1")
    }
    let stalls = StallPressure(group, surroundings: surroundings)
    let events: GroupEventsWatcher
    do throws(PressureSourceError) {
      events = try GroupEventsWatcher(group, reporter: reporter)
    } catch {
      // The root cgroup has no limits, but may have stalls.
      guard let watch = try? stalls.watch(reporter) else { throw error }
      return watch
    }
    reporter.reportWatching(events.summary)
    let eventsWatch = WatchThread.shared.add(events)
    let member = reporter.member(stalls.name)
    let stallsWatch: ObservationToken
    do {
      stallsWatch = try stalls.watch(member)
    } catch {
      member.reportUnavailable("\(error)")
      return eventsWatch
    }
    return ObservationToken {
      eventsWatch.cancel()
      stallsWatch.cancel()
    }
  }
}
