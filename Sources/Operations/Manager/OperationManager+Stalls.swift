internal import StageFloor

/// What a manager remembers to notice that nothing happens.
struct StallWatch {
  /// How much had happened when it was last set.
  var lastSeen = -1
  /// How often an operation was submitted, or came to another state.
  var steps = 0
  var isSet = false
  var due: Int64 = 0
}

extension OperationManager {
  var watchesForStalls: Bool { configuration.stallThreshold != nil }

  /// Something has happened; under the lock.
  func noteStep() {
    stallWatch.steps += 1
  }

  /// Sets the watch, if there is something to watch; under the lock.
  func watch(at now: Int64, _ deeds: inout Deeds) {
    guard let threshold = configuration.stallThreshold, !stallWatch.isSet else { return }
    stallWatch.isSet = true
    stallWatch.lastSeen = stallWatch.steps
    let moment = now + threshold.wholeNanoseconds
    stallWatch.due = moment
    deeds.append(.setAlarm(self, moment))
  }

  /// Reports a stall if nothing has happened for a long time.
  func watchForStalls(at now: Int64) {
    guard watchesForStalls else { return }
    let engine = Engine.shared
    let (isDue, steps) = engine.lock.withLock {
      (stallWatch.isSet && now >= stallWatch.due, stallWatch.steps)
    }
    let live = isDue ? engine.liveHandles(of: self) : []
    engine.perform { deeds in
      guard stallWatch.isSet else { return }
      guard now >= stallWatch.due else {
        // The alarm rang for something else, and is set for one moment at a time.
        deeds.append(.setAlarm(self, stallWatch.due))
        return
      }
      stallWatch.isSet = false
      let isSuspended = Engine.shared.machine.managers[Int(index)].isSuspended
      let waiting = live.filter { $0.details.isSubmitted && $0.details.verdict == nil }
      let isWaiting = !waiting.isEmpty || steps != stallWatch.steps
      if !isSuspended, stallWatch.lastSeen == stallWatch.steps {
        for handle in waiting {
          let text = Engine.shared.explanation(of: handle, at: now)
          tell(.stalled(text), handle, &deeds)
        }
      }
      if isWaiting { watch(at: now, &deeds) }
    }
  }
}
