extension PressureSources {
  /// What this process's surroundings offer; see ``automatic(in:)``.
  public static var automatic: PressureSources { automatic(in: .current) }

  /// What these surroundings offer.
  ///
  /// The first of these that is there, in this order:
  /// 1. what the service manager named (``ServiceManagerPressure``): that or nothing, and nothing if
  ///    it says that nobody is to watch;
  /// 2. the process's own group, of version 2 (``UnifiedGroupPressure``) or of version 1
  ///    (``LegacyGroupPressure``);
  /// 3. the stalls of the machine (``StallPressure``), also beside a group that has no limit;
  /// 4. a look from time to time at how much is available (``AvailableMemoryPressure``).
  ///
  /// On Apple's systems it is the platform's own warnings. When a source is lost, the next in order
  /// takes its place. ``PressureMonitor/sources`` lists all that were tried, and why not the rest.
  ///
  /// - Parameter surroundings: where to look.
  /// - Returns: one source that chooses when it begins to watch.
  public static func automatic(in surroundings: PressureSurroundings) -> PressureSources {
    PressureSources([AutomaticPressure(surroundings: surroundings)])
  }
}
