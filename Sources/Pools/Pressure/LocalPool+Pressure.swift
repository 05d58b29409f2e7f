public import StagecraftMemory
internal import StageFloor

extension LocalPool {
  /// Gives up idle elements when memory runs short, on the actor to which the pool belongs.
  ///
  /// The coldest end first, down to ``LocalPoolConfiguration/minimumIdle``: at elevated and high
  /// pressure as many as the missing bytes call for, or, where bytes are not counted, the share that
  /// the monitor asks for; at critical pressure all.
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
  ///   - name: what the pool is called in reports; nil: as its configuration says.
  ///   - cost: what it costs to make an element again.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level from which it gives up anything.
  ///   - bytesPerElement: what an element holds, about. Without it the pool gives up as much, but
  ///     reports 0 bytes, so that the monitor goes on to whatever is dearer as if nothing had been
  ///     given back.
  ///   - isolation: the actor to which the pool belongs; leave it to be filled in.
  public func shrinks(
    under monitor: PressureMonitor, as name: String? = nil, cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    bytesPerElement: Int? = nil, isolation: isolated any Actor = #isolation
  ) {
    let seat = pressureSeat ?? PressureSeat(self, on: isolation)
    pressureSeat = seat
    seat.register(
      PressureTerms(name, of: tally.name, Element.self, cost, priority, level, bytesPerElement),
      with: monitor)
  }
}

extension LocalPool: PressureShrinking {
  var spareCount: Int { max(0, machine.slots.idleCount - machine.rules.minimumIdle) }

  func giveUp(_ share: PressureShare, for request: ReleaseRequest) -> Int {
    giveUp { share.count(of: $0, for: request) }
  }

  /// Gives up so many idle elements, as far as the minimum stays.
  ///
  /// - Returns: how many, with those that were too old to be lent again.
  func giveUp(atMost count: Int) -> Int { giveUp { _ in count } }

  private func giveUp(_ count: (_ idle: Int) -> Int) -> Int {
    let now = timekeeper.now
    return settle { machine, orders in
      Self.dropAged(in: &machine, at: now, into: &orders)
      let count = count(machine.slots.idleCount)
      _ = machine.shed(.atMost(count), at: now, into: &orders)
    }
  }
}
