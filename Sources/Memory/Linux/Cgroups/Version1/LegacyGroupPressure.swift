internal import StageFloor

/// The limits of the process's cgroup, in Linux cgroup v1.
///
/// The reclaim signals are momentary events; the use is a lasting state of the member "usage". The
/// kernel reports neither a changed limit nor a move: the limits are read once a second, the
/// process's cgroup every five seconds. Without signals, as for a read-only cgroup, the use is
/// polled.
struct LegacyGroupPressure: PressureSource {
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
      try LegacyGroupPressure(surroundings: surroundings, group: group).watch(reporter)
    }
  }

  private func watch(_ group: MemoryGroup, _ reporter: PressureReporter) throws -> ObservationToken
  {
    guard group.version == .legacy else {
      throw PressureSourceError("this system accounts memory in cgroup v2")
    }
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
