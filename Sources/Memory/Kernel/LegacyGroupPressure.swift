internal import StageFloor

/// Hears from the Linux kernel that the process's group comes to its limits, in version 1.
///
/// The kernel tells when it searches for memory in the group, and how hard it finds that, and when
/// the group's usage passes each hundredth of its limit from 75 % on, in either direction. Each time,
/// the level is judged by what is in use without what the kernel drops as soon as it needs room: from
/// 75 % of the limit on it is elevated, from 85 % high, from 95 % critical. That also gives the
/// target, which leaves seven tenths of the limit in use. The limits of the groups above count too,
/// as far as they can be seen.
///
/// What is in use is listed as a source of its own, named "usage": it holds until it changes. What
/// the kernel tells of its search is only true for a moment.
///
/// The kernel does not report when a limit is set, changed or taken away, or when a process is moved
/// to another group: the limits are read once in a second, and the process's group every five seconds.
///
/// Only a group's owner may ask the kernel to tell. Where that is refused, for the process's group or
/// for one above that has a limit, the use is read as fast as it grows, as in ``UnifiedGroupPressure``.
public struct LegacyGroupPressure: PressureSource {
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
  /// - Throws: why there is nothing to watch: the process is in no group of version 1.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    if let group { return try watch(group, reporter) }
    let surroundings = surroundings
    return try OwnGroupWatch.begin(in: surroundings, reporter) { group, reporter in
      try LegacyGroupPressure(surroundings: surroundings, group: group).watch(reporter)
    }
  }

  private func watch(_ group: MemoryGroup, _ reporter: PressureReporter) throws -> PressureWatch {
    guard group.version == .legacy else {
      throw PressureSourceError("memory is counted in groups of version 2 here")
    }
    guard SmallFile.exists(group.path("memory.usage_in_bytes")) else {
      throw PressureSourceError("\(group.directory) does not tell what is in use")
    }
    let limit = group.effectiveLimit()
    var counters: LegacyCounters?
    var refusal: SystemError?
    do throws(SystemError) {
      counters = try LegacyCounters(group)
    } catch {
      // A limit may be set later, and then there is something to look at.
      refusal = error
    }
    let how =
      if let refusal {
        "\(group.directory) is read from time to time, as the kernel does not tell (\(refusal))"
      } else {
        "the kernel tells of reclaiming in \(group.directory)"
      }
    reporter.isWatching(
      limit.map { "\(how); the limit was \(ByteText($0)) at first" } ?? "\(how); there was no limit"
    )
    return WatchThread.shared.add(
      LegacyLookout(group, counters: counters, surroundings: surroundings, reporter: reporter))
  }
}
