internal import StageFloor

/// The limits of the process's cgroup, of either version, and in version 2 its stalls.
///
/// - **Version 2.** The kernel's counters also work where cgroups are read-only, as in most
///   containers; but after `memory.max` is reached there may be no time left to respond, so the use
///   is polled too.
/// - **Version 1.** The reclaim signals are momentary events; the use is a lasting state of the
///   member "usage". The kernel reports neither a changed limit nor a move: the limits are read
///   once a second, the process's cgroup every five seconds. Without signals, as for a read-only
///   cgroup, the use is polled.
struct GroupPressure: PressureSource {
  private let surroundings: PressureSurroundings
  private let group: MemoryGroup?

  /// Creates a source for a cgroup; nil for the one of this process.
  init(_ group: MemoryGroup? = nil, surroundings: PressureSurroundings = .current) {
    self.group = group
    self.surroundings = surroundings
  }

  var name: String { "group" }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    if let group { return try watch(group, reporter) }
    return try OwnGroupWatch.begin(in: surroundings, reporter, watch)
  }

  private func watch(
    _ group: MemoryGroup, _ reporter: PressureReporter
  ) throws -> ObservationToken {
    switch group.version {
    case .unified: try watchUnified(group, reporter)
    case .legacy: try watchLegacy(group, reporter)
    }
  }

  private func watchUnified(
    _ group: MemoryGroup, _ reporter: PressureReporter
  ) throws -> ObservationToken {
    let stalls = StallPressure(of: group, surroundings: surroundings)
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

  private func watchLegacy(
    _ group: MemoryGroup, _ reporter: PressureReporter
  ) throws -> ObservationToken {
    guard SmallFile.exists(group.path("memory.usage_in_bytes")) else {
      throw PressureSourceError("\(group.directory) does not report its memory use")
    }
    let limit = group.effectiveLimit()
    var counters: LegacyCounters?
    var refusal: SystemError?
    do throws(SystemError) {
      counters = try LegacyCounters(group)
    } catch {
      // A limit may be set later, and then there is something to poll.
      refusal = error
    }
    let how =
      if let refusal {
        "\(group.directory) is polled, because the kernel sends no signals (\(refusal))"
      } else {
        "the kernel signals memory reclaim in \(group.directory)"
      }
    reporter.reportWatching(
      limit.map { "\(how); the initial limit was \(ByteText($0))" }
        ?? "\(how); there was no initial limit")
    return WatchThread.shared.add(
      LegacyWatcher(group, counters: counters, surroundings: surroundings, reporter: reporter))
  }
}
