/// The sources of a monitor.
///
/// ```swift
/// let pressure = PressureMonitor(sources: .automatic.and(PressureBudget(bytes: 400 << 20)))
/// ```
public struct PressureSources: Sendable {
  /// The sources, in the order in which the monitor starts them.
  public var sources: [any PressureSource]

  /// Creates a list of sources.
  ///
  /// - Parameter sources: The sources; all are watched.
  public init(_ sources: [any PressureSource]) { self.sources = sources }

  /// No sources: only ``PressureMonitor/relieve(_:target:includingLossy:)`` starts a pass.
  public static var none: PressureSources { PressureSources([]) }

  /// Returns a list of the given sources.
  ///
  /// - Parameter sources: The sources; all are watched.
  /// - Returns: The list.
  public static func only(_ sources: any PressureSource...) -> PressureSources {
    PressureSources(sources)
  }

  /// Returns these sources and others.
  ///
  /// - Parameter others: The sources to add.
  /// - Returns: The combined list.
  public func and(_ others: any PressureSource...) -> PressureSources {
    PressureSources(sources + others)
  }
}

extension PressureSources {
  /// The sources that this process's environment offers; see ``automatic(in:)``.
  public static var automatic: PressureSources { automatic(in: .current) }

  /// Returns a source that chooses automatically among those that the surroundings offer.
  ///
  /// It uses the first that exists, in this order:
  /// 1. the service manager's notification (``ServiceManagerPressure``). If the environment
  ///   configures it, no other source is chosen; if the environment turns monitoring off, none at
  ///   all;
  /// 2. the process's own cgroup, version 2 (``UnifiedGroupPressure``) or version 1
  ///   (``LegacyGroupPressure``);
  /// 3. the stalls of the machine (``StallPressure``), also in addition to a cgroup without a
  ///   limit;
  /// 4. polling the available memory (``AvailableMemoryPressure``).
  ///
  /// On Apple platforms it uses the system's own notifications. When a source is lost, the next in
  /// order replaces it. ``PressureMonitor/sources`` lists all that were tried, with the reasons.
  ///
  /// - Parameter surroundings: The environment and the file system root to examine.
  /// - Returns: One source, which chooses when it begins to watch.
  public static func automatic(in surroundings: PressureSurroundings) -> PressureSources {
    PressureSources([AutomaticPressure(surroundings: surroundings)])
  }
}
