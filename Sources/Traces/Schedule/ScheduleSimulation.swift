internal import StageFloor

struct ScheduleSimulation {
  private var plan: SchedulePlan
  private var idleCores: Int
  private var isBusy: [Bool]
  /// The longest chain first.
  private var ready: [DeadlineHeap]
  /// Ordered by their end.
  private var running = DeadlineHeap()

  init(_ plan: SchedulePlan, cores: Int) {
    self.plan = plan
    idleCores = cores
    isBusy = Array(repeating: false, count: plan.laneCount)
    ready = Array(repeating: DeadlineHeap(), count: plan.laneCount)
  }

  mutating func run() -> Int64 {
    var now: Int64 = 0
    for index in plan.missing.indices where plan.missing[index] == 0 { makeReady(index, at: now) }
    startReady(at: now)
    while let next = running.earliest {
      now = next
      while let ended = running.popDue(at: now) { end(Int(ended.id), at: now) }
      startReady(at: now)
    }
    return now
  }

  private mutating func makeReady(_ index: Int, at now: Int64) {
    let lane = plan.lanes[index]
    if lane == SchedulePlan.free {
      _ = running.insert(UInt64(index), at: SchedulePlan.sum(now, plan.times[index]))
    } else {
      _ = ready[lane].insert(UInt64(index), at: -plan.ranks[index])
    }
  }

  private mutating func startReady(at now: Int64) {
    while idleCores > 0 {
      let open = ready.indices.filter { !isBusy[$0] && !ready[$0].isEmpty }
      guard let lane = open.min(by: { (ready[$0].earliest ?? 0) < (ready[$1].earliest ?? 0) }),
        let first = ready[lane].popDue(at: .max)
      else { return }
      idleCores -= 1
      isBusy[lane] = lane != SchedulePlan.compute
      _ = running.insert(first.id, at: SchedulePlan.sum(now, plan.times[Int(first.id)]))
    }
  }

  private mutating func end(_ index: Int, at now: Int64) {
    let lane = plan.lanes[index]
    if lane != SchedulePlan.free {
      idleCores += 1
      isBusy[lane] = false
    }
    for successor in plan.successors[index] {
      plan.missing[successor] -= 1
      if plan.missing[successor] == 0 { makeReady(successor, at: now) }
    }
  }
}
