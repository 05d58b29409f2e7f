public import StagecraftMemory

extension ElasticPool {
  /// Gives up idle elements when memory runs short.
  ///
  /// ```swift
  /// maps.shrinks(under: pressure)
  /// ```
  ///
  /// The coldest end first, down to ``PoolConfiguration/minimumIdle``: at elevated and high pressure
  /// as many as the missing bytes call for, or, where bytes are not counted, the share that the
  /// monitor asks for; at critical pressure all. They end as if ``trim(_:)`` had been called, with
  /// the reason ``DiscardReason/trimmed``. What is lent stays lent, and what somebody waits for
  /// stays.
  ///
  /// An element that is returned while the pressure stands becomes idle as usual, and the next pass
  /// counts it. Beyond what a pass has left, the pool holds at most as many elements as were lent at
  /// the same time.
  ///
  /// The monitor does not keep the pool: the registration ends with it. Call it once for each
  /// monitor: each call registers anew, and in a pass the pool is then asked as often.
  ///
  /// - Parameters:
  ///   - monitor: tells when memory is short.
  ///   - name: what the pool is called in reports; nil: as its configuration says.
  ///   - cost: what it costs to make an element again.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level from which it gives up anything.
  ///   - bytesPerElement: what an element holds, about. Without it the pool gives up as much, but
  ///     reports 0 bytes, so that the monitor goes on to whatever is dearer as if nothing had been
  ///     given back.
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

extension ThrowingElasticPool {
  /// Gives up idle elements when memory runs short.
  ///
  /// The coldest end first, down to ``PoolConfiguration/minimumIdle``: at elevated and high pressure
  /// as many as the missing bytes call for, or, where bytes are not counted, the share that the
  /// monitor asks for; at critical pressure all. They end as if ``trim(_:)`` had been called, with
  /// the reason ``DiscardReason/trimmed``. What is lent stays lent, and what somebody waits for
  /// stays.
  ///
  /// An element that is returned while the pressure stands becomes idle as usual, and the next pass
  /// counts it. Beyond what a pass has left, the pool holds at most as many elements as were lent at
  /// the same time.
  ///
  /// The monitor does not keep the pool: the registration ends with it. Call it once for each
  /// monitor: each call registers anew, and in a pass the pool is then asked as often.
  ///
  /// - Parameters:
  ///   - monitor: tells when memory is short.
  ///   - name: what the pool is called in reports; nil: as its configuration says.
  ///   - cost: what it costs to make an element again.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level from which it gives up anything.
  ///   - bytesPerElement: what an element holds, about. Without it the pool gives up as much, but
  ///     reports 0 bytes, so that the monitor goes on to whatever is dearer as if nothing had been
  ///     given back.
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
