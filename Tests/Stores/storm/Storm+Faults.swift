#if SQLite && PostgreSQL
import Foundation
import LendingProof

extension Storm {
  /// Lets a moment pass, in which stopped processes go on and ended ones are replaced.
  mutating func tick() async throws {
    try await Task.sleep(for: .milliseconds(10))
    let now = HistoryClock.now
    for (process, until) in stopped where until <= now { process.send(SIGCONT) }
    stopped.removeAll { $0.until <= now }
    for process in processes { try look(at: process) }
  }

  private mutating func look(at process: StormProcess) throws {
    switch process.look() {
    case .nothing: break
    case .stopped:
      // Stopped by itself, before a write.
      if stopped.contains(where: { $0.process.identifier == process.identifier }) { return }
      counts["pause", default: 0] += 1
      pauseUntil = 0
      stopped.append((process, HistoryClock.now + longStop))
    case .ended(let status):
      guard options.plant != nil else {
        throw StormError("Process \(process.name) ended by itself with status \(status).")
      }
      // It was told nonsense.
      processes.removeAll { $0.identifier == process.identifier }
      try start()
    }
  }

  /// Does the last fault of a plan that can be done now, and removes it.
  mutating func performOne(of plan: inout [StormOptions.Fault]) throws -> Bool {
    for index in plan.indices.reversed() where try perform(plan[index]) {
      plan.remove(at: index)
      return true
    }
    return false
  }

  /// Does something to a process.
  ///
  /// - Returns: Whether there was a process to which it could be done.
  private mutating func perform(_ fault: StormOptions.Fault) throws -> Bool {
    let now = HistoryClock.now
    let running = processes.filter { process in
      !stopped.contains { $0.process.identifier == process.identifier }
        && process.isReady(at: site)
    }
    // Others must be able to borrow what a stopped process holds.
    let canStop = running.count * 2 > options.processes
    switch fault {
    case .kill:
      guard let process = running.randomElement(using: &numbers) else { return false }
      process.send(SIGKILL)
      var status: Int32 = 0
      waitpid(process.identifier, &status, 0)
      history.record(.killed(process: process.name), begin: now)
      processes.removeAll { $0.identifier == process.identifier }
      try start()
    case .stop:
      guard canStop, let process = running.randomElement(using: &numbers) else { return false }
      history.record(.fault("stops \(process.name)"))
      process.send(SIGSTOP)
      stopped.append((process, now + longStop))
    case .pause:
      // It counts when it is seen. One at a time, so that others write meanwhile.
      guard canStop, now > pauseUntil, let process = running.randomElement(using: &numbers)
      else { return false }
      pauseUntil = now + longStop
      process.send(SIGUSR2)
      return true
    case .cut:
      let reaching = running.filter { silent[$0.identifier, default: 0] < now }
      // Half of them must reach the store, so that something is lent.
      guard reaching.count * 2 > options.processes,
        let process = reaching.randomElement(using: &numbers)
      else { return false }
      silent[process.identifier] = now + longStop
      process.send(SIGUSR1)
      return true
    case .restart, .crash, .halfOpen, .unnotified, .failover: return true
    }
    counts[fault.rawValue, default: 0] += 1
    return true
  }

  /// Makes a mistake on purpose, with the faults that provoke it, until it is found.
  mutating func runUntilFound(
    _ plant: String
  ) async throws -> (checker: HistoryChecker, violations: [HistoryViolation]) {
    let (property, _) = StormOptions.aim(of: plant)
    let limit = HistoryClock.now + 60_000_000_000
    var plan: [StormOptions.Fault] = []
    var nextCheck = HistoryClock.now + 1_000_000_000
    var violations: [HistoryViolation] = []
    while HistoryClock.now < limit {
      try await tick()
      if plan.isEmpty { plan = options.effectiveFaults.filter { !$0.needsServer } }
      _ = try performOne(of: &plan)
      guard HistoryClock.now > nextCheck else { continue }
      let begin = HistoryClock.now
      violations = try await record.check()
      // What the mistake is about comes first.
      let found = violations.filter { $0.property == property }
      if !found.isEmpty {
        violations = found + violations.filter { $0.property != property }
        break
      }
      violations = []
      let now = HistoryClock.now
      nextCheck = now + max(700_000_000, 2 * (now - begin))
    }
    killAll()
    for process in processes {
      var status: Int32 = 0
      waitpid(process.identifier, &status, 0)
    }
    counts[StormOptions.Fault.cut.rawValue] = record.silences
    return (record.checker(), violations)
  }

  /// Lets all processes end.
  mutating func finish() async throws {
    for (process, _) in stopped { process.send(SIGCONT) }
    let limit = HistoryClock.now + 20_000_000_000
    while !processes.isEmpty {
      // Again and again, because a process that has just started may not hear it.
      for process in processes { process.send(SIGTERM) }
      try await Task.sleep(for: .milliseconds(20))
      for process in processes {
        switch process.look() {
        case .nothing: break
        case .stopped: process.send(SIGCONT)
        case .ended(let status):
          processes.removeAll { $0.identifier == process.identifier }
          // By the signal itself, if it has not begun to borrow.
          if status != 0, status != SIGTERM {
            throw StormError("\(process.name) ended with status \(status).")
          }
        }
      }
      if HistoryClock.now > limit {
        killAll()
        throw StormError("\(processes.map(\.name)) did not end within 20 seconds.")
      }
    }
  }
}
#endif
