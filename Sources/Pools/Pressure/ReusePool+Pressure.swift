public import StagecraftMemory

extension ReusePool {
  /// Gives up idle elements when memory runs short, on the actor to which the pool belongs.
  ///
  /// Each kind gives up its share, the coldest first, down to its own minimum: at elevated and high
  /// pressure such a share as the missing bytes call for, or, where bytes are not counted, the one
  /// that the monitor asks for; at critical pressure all. Kinds that are registered later take part.
  /// If kinds differ much in what they hold or cost, register the ``pool(for:)`` of each instead.
  /// What is lent stays lent. They end as if ``trim(_:)`` had been called, with the reason
  /// ``DiscardReason/trimmed``.
  ///
  /// An element that is returned while the pressure stands becomes idle as usual, and the next pass
  /// counts it. Beyond what a pass has left, the pool holds at most as many elements as were lent at
  /// the same time.
  ///
  /// It is to be called on the pool's actor, which is filled in as `isolation`, and the compiler
  /// keeps the pool there from then on. A pool of the main actor gives up elements in the short
  /// slices that the monitor takes of it. One of another actor does so when that actor has a turn for
  /// it; an actor that is busy for longer than the monitor's budget counts as overdue.
  ///
  /// The monitor keeps neither the pool nor its actor: the registration ends with the pool. Call it
  /// once for each monitor: each call registers anew, and in a pass the pool is then asked as often.
  ///
  /// - Parameters:
  ///   - monitor: tells when memory is short.
  ///   - name: what the pool is called in reports.
  ///   - cost: what it costs to make an element again.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level from which it gives up anything.
  ///   - bytesPerElement: what an element holds, about. Without it the pool gives up as much, but
  ///     reports 0 bytes, so that the monitor goes on to whatever is dearer as if nothing had been
  ///     given back.
  ///   - isolation: the actor to which the pool belongs; leave it to be filled in.
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
    // Bytes are counted over all kinds; each then gives up the same share of what it can spare.
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
