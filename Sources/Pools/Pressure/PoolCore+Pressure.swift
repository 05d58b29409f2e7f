internal import StageFloor
internal import StagecraftMemory

extension PoolCore {
  /// Returns the number of bytes released.
  final func shrink(_ share: PressureShare, for request: ReleaseRequest) -> Int {
    let ended = decide { state, now, effects in
      let count = share.count(of: state.machine.slots.idleCount, for: request)
      return state.machine.shed(
        .atMost(count), at: now == 0 ? timekeeper.now : now, into: &effects)
    }
    return share.bytes(of: ended)
  }

  /// Approximate: reading it does not close the fast path.
  final var spareCount: Int {
    let minimum = decide(.calm) { state, _, _ in
      state.machine.rules.builder == .none ? Int.max : state.machine.rules.minimumIdle
    }
    return max(0, snapshot.idle - minimum)
  }
}

struct PressureTerms {
  var name: String
  var cost: RebuildCost
  var priority: ReleasePriority
  var level: PressureLevel
  var share: PressureShare

  init(
    _ name: String?, of poolName: String?, _ element: Any.Type, _ cost: RebuildCost,
    _ priority: ReleasePriority, _ level: PressureLevel, _ bytesPerElement: Int?
  ) {
    self.name = name ?? poolName ?? "pool of \(element)"
    self.cost = cost
    self.priority = priority
    self.level = level
    share = PressureShare(bytesPerElement: bytesPerElement)
  }

  func register<Pool: AnyObject & Sendable>(
    _ pool: Pool, with monitor: PressureMonitor, core: @escaping @Sendable (Pool) -> PoolCore
  ) {
    let share = share
    let estimate: @Sendable (Pool) async -> Int = { share.bytes(of: core($0).spareCount) }
    monitor.register(
      for: pool, name, cost: cost, priority: priority, from: level,
      estimate: share.bytesPerElement == nil ? nil : estimate,
      release: { pool, request in core(pool).shrink(share, for: request) })
  }
}
