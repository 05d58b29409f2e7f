/// Hears from the Linux kernel that the process's group comes to its limits, in version 2.
///
/// The kernel counts how often the group was slowed down above `memory.high`, was about to pass
/// `memory.max`, and lost processes for it, and tells when it has counted. That works where the
/// groups can only be read, as in most containers. The levels are weighed against what the group
/// uses of its limits without what the kernel drops as soon as it needs room; that also gives the
/// target: nine tenths of the limit. The limits of the groups above count too, as far as they can be
/// seen.
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
    let group = try group ?? .own(in: surroundings)
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
    events.reportBeginning()
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
