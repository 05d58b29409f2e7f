public import StagecraftMemory

extension ElasticPool {
  /// Registers the pool to release idle elements under memory pressure.
  ///
  /// ```swift
  /// maps.registerForPressure(with: pressure)
  /// ```
  ///
  /// The longest idle are destroyed first; see <doc:shrinking-under-pressure>. The monitor does not
  /// retain the pool. Register it once with each monitor: each call adds another registration.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that requests memory.
  ///   - name: The name of the pool in reports, or nil for the configured name.
  ///   - cost: The cost of creating an element again.
  ///   - priority: The order among holders of the same cost.
  ///   - level: The lowest level at which the pool releases elements.
  ///   - bytesPerElement: The approximate size of an element. Without it the pool releases as many
  ///     elements but reports 0 bytes, so the monitor continues with more expensive holders as if
  ///     nothing had been released.
  public func registerForPressure(
    with monitor: PressureMonitor, as name: String? = nil, cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    bytesPerElement: Int? = nil
  ) {
    PressureTerms(
      name, of: core.traits.name, Element.self, cost, priority, level, bytesPerElement
    ).register(self, with: monitor) { $0.core }
  }
}
