/// Hears from the Linux kernel that the process's group comes to its limits, in version 1.
///
/// The kernel tells when it searches for memory in the group, and how hard it finds that, and when
/// the group's usage passes 75, 85 or 95 % of its limit in either direction. Each time, the level is
/// judged by what is in use without what the kernel drops as soon as it needs room; that also gives
/// the target: seven tenths of the limit. The limits of the groups above count too, as far as they
/// can be seen.
///
/// What is in use is listed as a source of its own, named "usage": it holds until it changes. What
/// the kernel tells of its search is only true for a moment.
///
/// Only the group's owner may ask the kernel to tell. Where that is refused, a group with a limit is
/// looked at from time to time, more often when little is left.
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
  /// - Throws: why there is nothing to watch: the process is in no group of version 1, or the kernel
  ///   does not tell and there is no limit at which one could look.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    let group = try group ?? .own(in: surroundings)
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
      guard limit != nil else {
        throw PressureSourceError("the kernel does not tell, and there is no limit (\(error))")
      }
      refusal = error
    }
    let how =
      if let refusal {
        "\(group.directory) is read from time to time, as the kernel does not tell (\(refusal))"
      } else {
        "the kernel tells of reclaiming in \(group.directory)"
      }
    reporter.isWatching(limit.map { "\(how); the limit is \(ByteText($0))" } ?? how)
    return WatchThread.shared.add(
      LegacyLookout(group, counters: counters, surroundings: surroundings, reporter: reporter))
  }
}
