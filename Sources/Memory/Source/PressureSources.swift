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
  /// The sources that this process's environment offers.
  ///
  /// The first of these that exists is used:
  ///
  /// 1. The service manager's notification. If the environment configures it, no other source is
  ///    chosen. If the environment turns monitoring off, there is none at all.
  /// 2. The process's own cgroup, version 2 or version 1.
  /// 3. The stalls of the machine, also in addition to a cgroup without a limit.
  /// 4. Polling the available memory.
  ///
  /// On Apple platforms it uses the system's own notifications. When a source is lost, the next in
  /// order replaces it. ``PressureMonitor/sources`` lists all that were tried, with the reasons;
  /// for what each of them observes, see <doc:where-pressure-comes-from>.
  public static var automatic: PressureSources { automatic(in: .current) }

  /// The automatic sources of another environment, for tests.
  ///
  /// - Parameters: - environment: The environment variables, such as `MEMORY_PRESSURE_WATCH`. -
  /// root: The prefix of each system path: a folder that contains a fake `/proc` and `/sys`. The
  /// path in `MEMORY_PRESSURE_WATCH` is not prefixed. - Returns: One source, which chooses when it
  /// begins to watch.
  public static func automatic(
    environment: [String: String], root: String = ""
  ) -> PressureSources {
    automatic(in: PressureSurroundings(environment: environment, root: root))
  }

  static func automatic(in surroundings: PressureSurroundings) -> PressureSources {
    PressureSources([AutomaticPressure(surroundings: surroundings)])
  }
}
