internal import StageFloor

extension PressureCore {
  /// Ends a pass: gives free memory back to the system, measures, and tells those who wait.
  ///
  /// All that takes a while. If something worse is heard meanwhile, the pass goes on.
  ///
  /// - Returns: what the driver is to do now.
  func finish(_ number: UInt64, _ driver: Int) -> Errand {
    trimHeap(for: number)
    forgetTheDead()
    let resident = ResidentMemory.now
    var isToTell = false
    let errand = perform { state, deeds in
      // Under the lock under which the pass ends: what is worse is either a part of this pass, or
      // begins another.
      let errand = takeErrand(number, driver, &state, &deeds)
      guard case .finish = errand, let pass = state.pass.take() else { return errand }
      let now = timekeeper.now
      state.machine.passEnded(at: now)
      var others = 0
      if let ticket = pass.ticket {
        others = ledger.releasedByOthers(than: ticket)
        deeds.listeners += ledger.close(ticket)
      }
      state.ended.append(
        EndedPass(
          pass: pass, end: now, resident: resident, releasedByOthers: others,
          readers: Array(state.reporters.values)))
      isToTell = !state.isTelling
      state.isTelling = true
      return .leave
    }
    if isToTell { tell() }
    return errand
  }

  /// Reports the passes that are over, in order.
  ///
  /// The next pass may begin and end meanwhile: it is then reported here too.
  private func tell() {
    while let ended = nextEnded() {
      // The pass itself ends here, outside the lock, with the errors that responders threw.
      let report = makeReport(of: ended)
      for reader in ended.readers { reader.yield(report) }
      for waiting in ended.pass.waiting { waiting.resume(returning: report) }
    }
  }

  private func nextEnded() -> EndedPass? {
    perform { state, _ in
      if state.ended.isEmpty {
        state.isTelling = false
        return nil
      }
      return state.ended.removeFirst()
    }
  }

  private func trimHeap(for number: UInt64) {
    guard let interval = policy.heapTrimInterval?.wholeNanoseconds else { return }
    let isDue = perform { state, _ in isTrimDue(for: number, interval, &state) }
    guard isDue else { return }
    let began = timekeeper.now
    guard HeapTrim.run() else { return }
    perform { state, _ in
      guard state.pass?.number == number else { return }
      let duration = timekeeper.now - began
      state.lastTrim?.duration = duration
      let before = state.pass?.heapTrim ?? .zero
      state.pass?.heapTrim = before + .nanoseconds(duration)
    }
  }

  /// Under the lock: whether the heap is to be asked now, which then counts as done.
  private func isTrimDue(for number: UInt64, _ interval: Int64, _ state: inout State) -> Bool {
    guard let plan = state.pass?.plan, state.pass?.number == number,
      plan.released > 0 || state.isTrimOwed
    else { return false }
    let now = timekeeper.now
    let rest = Self.trimRest(after: state.lastTrim?.duration ?? 0, longest: interval)
    // Near a hard limit, what the heap keeps may be what is missing in a moment.
    if plan.level < .critical, let last = state.lastTrim, plan.level <= last.level,
      now - last.moment < rest
    {
      // Too early; but what was given back is not to lie about if the next pass finds nothing more.
      state.isTrimOwed = true
      return false
    }
    state.lastTrim = (now, plan.level, 0)
    state.isTrimOwed = false
    return true
  }

  /// How long the heap is left alone after it took so long: a hundred times that, within bounds.
  static func trimRest(after duration: Int64, longest interval: Int64) -> Int64 {
    let (hundredfold, isTooLong) = duration.multipliedReportingOverflow(by: 100)
    return min(max(isTooLong ? .max : hundredfold, interval / 10), interval)
  }

  private func makeReport(of ended: EndedPass) -> ReliefReport {
    let pass = ended.pass
    let entries = pass.plan.results.map { result in
      ReliefReport.Entry(
        name: result.name, cost: result.cost, estimated: result.estimate,
        outcome: outcome(result.outcome, pass.errors[result.id]),
        duration: .nanoseconds(result.duration))
    }
    return ReliefReport(
      level: pass.plan.level, cause: pass.cause, target: pass.plan.target, entries: entries,
      releasedByOthers: ended.releasedByOthers, residentBefore: pass.residentBefore,
      residentAfter: ended.resident, heapTrim: pass.heapTrim,
      heapKeepsMemory: HeapThresholds.keepMemory,
      duration: .nanoseconds(ended.end - pass.beganAt),
      time: .nanoseconds(pass.beganAt - beginning))
  }

  private func outcome(
    _ outcome: ReliefPlan.Outcome, _ error: (any Error)?
  ) -> ReliefReport.Outcome {
    switch outcome {
    case .released(let bytes): .released(bytes)
    case .failed: .failed(error ?? CancellationError())
    case .overdue: .overdue
    case .stillOverdue: .stillOverdue
    case .kept: .kept
    case .ended: .ended
    }
  }

  // MARK: Readers of reports

  func makeReports() -> AsyncStream<ReliefReport> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ReliefReport.self, bufferingPolicy: .bufferingNewest(32))
    let number = perform { state, deeds -> Int in
      if state.isClosed {
        deeds.endedReporters.append(continuation)
        return 0
      }
      state.lastReporter += 1
      state.reporters[state.lastReporter] = continuation
      return state.lastReporter
    }
    continuation.onTermination = { [weak self] _ in self?.forgetReporter(number) }
    return stream
  }

  private func forgetReporter(_ number: Int) {
    // It ends here, outside the lock, and with it the reports that nobody has read.
    _ = perform { state, _ in state.reporters.removeValue(forKey: number) }
  }
}
