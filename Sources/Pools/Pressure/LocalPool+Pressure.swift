internal import StageFloor
public import StagecraftMemory

extension LocalPool {
  /// Registers the pool to release idle elements under memory pressure, on the pool's actor.
  ///
  /// The longest idle are destroyed first; see <doc:shrinking-under-pressure>. Call this method on
  /// the pool's actor, which is the default of `isolation`; the compiler keeps the pool on that
  /// actor from then on. The monitor retains neither the pool nor its actor. Register the pool once
  /// with each monitor: each call adds another registration.
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
  ///   - isolation: The actor to which the pool belongs. Use the default.
  public func registerForPressure(
    with monitor: PressureMonitor, as name: String? = nil, cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    bytesPerElement: Int? = nil, isolation: isolated any Actor = #isolation
  ) {
    let reference = weakReference ?? WeakPoolReference(self, on: isolation)
    weakReference = reference
    reference.register(
      PressureTerms(name, of: tally.name, Element.self, cost, priority, level, bytesPerElement),
      with: monitor)
  }
}

extension LocalPool: PressureShrinking {
  var spareCount: Int { max(0, machine.slots.idleCount - machine.rules.minimumIdle) }

  func destroyIdle(_ share: PressureShare, for request: ReleaseRequest) -> Int {
    destroyIdle { share.count(of: $0, for: request) }
  }

  /// Returns the number of elements destroyed, including expired ones.
  func destroyIdle(atMost count: Int) -> Int { destroyIdle { _ in count } }

  private func destroyIdle(_ count: (_ idle: Int) -> Int) -> Int {
    let now = timekeeper.now
    return settle { machine, effects in
      Self.dropAged(in: &machine, at: now, into: &effects)
      let count = count(machine.slots.idleCount)
      _ = machine.shed(.atMost(count), at: now, into: &effects)
    }
  }
}
