public import StagecraftMemory

extension KeyedPool {
  /// Registers the pool to release idle elements under memory pressure.
  ///
  /// Keys make no difference: the element that has been idle longest is destroyed first.
  ///
  /// The longest idle are destroyed first, down to ``PoolConfiguration/minimumIdle``: at elevated
  /// and high pressure as many as the missing bytes require, or, where bytes are not counted, the
  /// share that the monitor requests; at critical pressure all of them. They are destroyed as by
  /// ``trim(_:)``, with the reason ``DiscardReason/trimmed``. Elements that are on loan, or that a
  /// waiter is about to receive, are kept.
  ///
  /// An element that is returned during pressure becomes idle as usual and counts in the next pass.
  /// Beyond what a pass leaves, the pool holds at most as many elements as were lent at the same
  /// time.
  ///
  /// The monitor does not retain the pool: the registration ends with the pool. Call this method
  /// once for each monitor: each call registers the pool again, and each pass then asks it as many
  /// times.
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
  public func shrinks(
    under monitor: PressureMonitor, as name: String? = nil, cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    bytesPerElement: Int? = nil
  ) {
    PressureTerms(
      name, of: core.traits.name, Element.self, cost, priority, level, bytesPerElement
    ).register(self, with: monitor) { $0.core }
  }
}
