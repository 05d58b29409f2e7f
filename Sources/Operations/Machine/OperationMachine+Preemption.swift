/// Preemption: an urgent operation interrupts a holder of its categories.
extension OperationMachine {
  /// Asks the interruptible holder with the lowest priority to make room.
  mutating func preempt(for slot: Slot) {
    for category in needed(slot)
    where self[slot].phase == .inLine && !categories[category].hasRoom {
      let holders = categories[category].holders
      if holders.contains(where: { self[$0].cancelRequest == .preempted }) { continue }
      let interruptible = holders.filter { isInterruptible($0) }
      let victim = interruptible.min { self[$0].priority < self[$1].priority }
      guard let victim else { continue }
      if self[victim].phase == .ready {
        // It has not started, so no request is needed.
        leaveLines(victim)
        if self[victim].traits.contains(.reportsReadiness) {
          actions.append(.steppedBack(id(of: victim)))
        }
        requeue(victim)
      } else {
        request(victim, .preempted)
      }
    }
  }

  private func isInterruptible(_ slot: Slot) -> Bool {
    let record = self[slot]
    guard record.traits.contains(.isPreemptible), !record.traits.contains(.preempts) else {
      return false
    }
    switch record.phase {
    case .executing: return record.cancelRequest == nil
    case .ready: return record.openChildren == 0
    case .waiting, .checkDue, .checking, .inLine, .scheduling, .resting, .closing, .ended:
      return false
    }
  }
}
