internal import StageFloor

/// A source for the limits of the process's cgroup, in Linux cgroup v1.
///
/// Hosts that still run in version 1 or in hybrid mode need it, such as Debian 10, Ubuntu 20.04,
/// RHEL 8 and Amazon Linux 2 as installed: containers there, whose group is usually read-only, and
/// services.
///
/// The kernel signals when it reclaims memory in the cgroup, and with how much difficulty, and when
/// the use passes each hundredth of its limit from 75 % on, in either direction. Each time, the
/// level is determined by the use without memory that the kernel can drop at any time: from 75 % of
/// the limit it is elevated, from 85 % high, from 95 % critical. This also gives the target, which
/// leaves seven tenths of the limit in use. Visible limits of ancestors count too.
///
/// The use is listed as a separate source named "usage", and is a lasting state; the reclaim
/// signals are momentary events.
///
/// The kernel does not report when a limit is set, changed or removed, or when a process is moved
/// to another cgroup: the limits are read once a second, and the process's cgroup every five
/// seconds.
///
/// Only the owner of a cgroup may request signals. Where that is refused, for the process's cgroup
/// or for an ancestor with a limit, the use is polled as fast as it grows, as in
/// ``UnifiedGroupPressure``.
public struct LegacyGroupPressure: PressureSource {
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
  /// - Throws: ``PressureSourceError`` if the process is in no cgroup of version 1.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    if let group { return try watch(group, reporter) }
    let surroundings = surroundings
    return try OwnGroupWatch.begin(in: surroundings, reporter) { group, reporter in
      try LegacyGroupPressure(surroundings: surroundings, group: group).watch(reporter)
    }
  }

  private func watch(_ group: MemoryGroup, _ reporter: PressureReporter) throws -> PressureWatch {
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
      LegacyLookout(group, counters: counters, surroundings: surroundings, reporter: reporter))
  }
}
