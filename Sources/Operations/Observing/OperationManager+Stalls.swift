internal import StageFloor

struct StallWatch {
  var lastSeen = -1
  var steps = 0
  var isSet = false
  var due: Int64 = 0
}

extension OperationManager {
  var watchesForStalls: Bool { configuration.stallThreshold != nil }

  func noteStep() {
    stallWatch.steps += 1
  }

  /// Sets the watch if stalls are to be detected; under the lock.
  func watch(at now: Int64, _ effects: inout Effects) {
    guard let threshold = configuration.stallThreshold, !stallWatch.isSet else { return }
    stallWatch.isSet = true
    stallWatch.lastSeen = stallWatch.steps
    let moment = now + threshold.wholeNanoseconds
    stallWatch.due = moment
    effects.append(.setAlarm(self, moment))
  }

  /// The number of operations explained before other threads proceed.
  static var stallPage: Int { 64 }

  func watchForStalls(at now: Int64) {
    guard watchesForStalls else { return }
    let engine = Engine.shared
    let watched = engine.modify { effects -> (lastSeen: Int, steps: Int)? in
      guard stallWatch.isSet else { return nil }
      guard now >= stallWatch.due else {
        // The alarm fired for another deadline; it stores only one moment.
        effects.append(.setAlarm(self, stallWatch.due))
        return nil
      }
      // Prevents a concurrent report.
      stallWatch.isSet = false
      return (stallWatch.lastSeen, stallWatch.steps)
    }
    guard let watched else { return }
    let isWaiting = reportStall(of: engine.liveHandles(of: self), since: watched, at: now)
    // The report may have taken long: the next check is a full period after it.
    let end = timekeeper.now
    engine.modify { effects in
      if isWaiting || watched.steps != stallWatch.steps { watch(at: end, &effects) }
    }
  }

  /// Page by page, until something happens; returns whether a visited operation is waiting.
  ///
  /// The texts are built without the lock, because they may contain descriptions of users' errors.
  private func reportStall(
    of live: [AnyOperationHandle], since watched: (lastSeen: Int, steps: Int), at now: Int64
  ) -> Bool {
    let engine = Engine.shared
    var isWaiting = false
    for start in stride(from: 0, to: live.count, by: Self.stallPage) {
      if start > 0 { engine.yieldLock() }
      let page = live[start..<min(start + Self.stallPage, live.count)]
      let explained = engine.modify { _ -> [(AnyOperationHandle, Explanation)]? in
        let waiting = page.filter { $0.details.isSubmitted && $0.details.verdict == nil }
        if !waiting.isEmpty { isWaiting = true }
        guard !engine.machine.managers[Int(index)].isSuspended,
          watched.lastSeen == stallWatch.steps
        else { return nil }
        return waiting.map { ($0, engine.explanation(of: $0, at: now)) }
      }
      // For the remaining pages it is enough to know that one operation waits.
      if explained == nil, isWaiting { break }
      let texts = (explained ?? []).map { ($0, $1.sentence) }
      engine.modify { effects in
        for (handle, text) in texts where handle.details.verdict == nil {
          postEvent(.stalled(text), handle, &effects)
        }
      }
    }
    return isWaiting
  }
}
