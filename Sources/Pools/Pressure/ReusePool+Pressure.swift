public import StagecraftMemory

extension ReusePool {
  /// Registers the pool to release idle elements under memory pressure, on the pool's actor.
  ///
  /// Each kind releases the same share of its idle elements, the longest idle first, down to its
  /// own minimum; see <doc:shrinking-under-pressure>. Kinds that are registered later take part. If
  /// kinds differ much in size or cost, register the ``pool(for:)`` of each instead.
  ///
  /// Call this method on the pool's actor, which is the default of `isolation`; the compiler keeps
  /// the pool on that actor from then on. The monitor retains neither the pool nor its actor.
  /// Register the pool once with each monitor: each call adds another registration.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that requests memory.
  ///   - name: The name of the pool in reports.
  ///   - cost: The cost of creating an element again.
  ///   - priority: The order among holders of the same cost.
  ///   - level: The lowest level at which the pool releases elements.
  ///   - bytesPerElement: The approximate size of an element. Without it the pool releases as many
  ///     elements but reports 0 bytes, so the monitor continues with more expensive holders as if
  ///     nothing had been released.
  ///   - isolation: The actor to which the pool belongs. Use the default.
  public func registerForPressure(
    with monitor: PressureMonitor, as name: String = "reuse pool", cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    bytesPerElement: Int? = nil, isolation: isolated any Actor = #isolation
  ) {
    let reference = weakReference ?? WeakPoolReference(self, on: isolation)
    weakReference = reference
    reference.register(
      PressureTerms(name, of: nil, ReusePool.self, cost, priority, level, bytesPerElement),
      with: monitor)
  }
}

extension ReusePool: PressureShrinking {
  var spareCount: Int { pools.reduce(0) { $0 + $1.spareCount } }

  func destroyIdle(_ share: PressureShare, for request: ReleaseRequest) -> Int {
    let spare = spareCount
    guard spare > 0 else { return 0 }
    // Bytes are counted over all kinds; each kind then releases the same share of its spare
    // elements.
    var rest = share.count(of: spare, for: request)
    let part = Double(rest) / Double(spare)
    var ended = 0
    for pool in pools {
      let count = min(rest, Int((Double(pool.spareCount) * part).rounded(.up)))
      rest -= count
      ended += pool.destroyIdle(atMost: count)
    }
    return ended
  }
}
