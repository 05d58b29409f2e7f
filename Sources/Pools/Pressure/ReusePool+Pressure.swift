public import StagecraftMemory

extension ReusePool {
  /// Registers the pool to release idle elements under memory pressure, on the pool's actor.
  ///
  /// Each kind releases its share, the longest idle first, down to its own minimum: at elevated and
  /// high pressure the share that the missing bytes require, or, where bytes are not counted, the
  /// share that the monitor requests; at critical pressure all. Kinds that are registered later
  /// take part. If kinds differ much in size or cost, register the ``pool(for:)`` of each instead.
  /// Elements are destroyed as by ``trim(_:)``, with the reason ``DiscardReason/trimmed``. Elements
  /// on loan are kept.
  ///
  /// An element that is returned during pressure becomes idle as usual and counts in the next pass.
  /// Beyond what a pass leaves, the pool holds at most as many elements as were lent at the same
  /// time.
  ///
  /// Call this method on the pool's actor, which is the default of `isolation`; the compiler keeps
  /// the pool on that actor from then on. A pool of the main actor releases elements in the
  /// monitor's short slices on that actor. A pool of another actor does so when that actor runs the
  /// request; an actor that is busy for longer than the monitor's budget counts as overdue.
  ///
  /// The monitor retains neither the pool nor its actor: the registration ends with the pool. Call
  /// this method once for each monitor: each call registers the pool again, and each pass then asks
  /// it as many times.
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
  public func shrinks(
    under monitor: PressureMonitor, as name: String = "reuse pool", cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    bytesPerElement: Int? = nil, isolation: isolated any Actor = #isolation
  ) {
    let seat = pressureSeat ?? PressureSeat(self, on: isolation)
    pressureSeat = seat
    seat.register(
      PressureTerms(name, of: nil, ReusePool.self, cost, priority, level, bytesPerElement),
      with: monitor)
  }
}

extension ReusePool: PressureShrinking {
  var spareCount: Int { pools.reduce(0) { $0 + $1.spareCount } }

  func giveUp(_ share: PressureShare, for request: ReleaseRequest) -> Int {
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
      ended += pool.giveUp(atMost: count)
    }
    return ended
  }
}
